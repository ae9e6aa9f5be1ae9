/** Names for the shapes of the generated schema.ts. Everything else imports types from here alone. */
import type { components } from "./schema";

type Schemas = components["schemas"];

/** One page of a list; pages count from 1. */
export interface Page<T> {
  items: T[];
  hasNext: boolean;
  hasPrevious: boolean;
  currentPage: number;
  totalCount: number;
  totalPages: number;
}

export type AbsenteeAnswer = Schemas["AbsenteeAnswer"];
export type AbsenteeBet = Schemas["AbsenteeBet"];
export type AbsenteeCount = Schemas["AbsenteeCount"];
export type AbsenteeLeader = Schemas["AbsenteeLeader"];
export type AuctioneerAnswer = Schemas["AuctioneerAnswer"];
export type Author = Schemas["Author"];
export type Bet = Schemas["Bet"];
export type BetAnswer = Schemas["BetAnswer"];
export type Callback = Schemas["Callback"];
export type CallbackStatus = Schemas["CallbackStatus"];
export type Catalog = Schemas["Catalog"];
export type CatalogLotRef = Schemas["CatalogLotRef"];
export type CatalogShort = Schemas["CatalogShort"];
export type CatalogStatusUpdate = Schemas["CatalogStatusUpdate"];
export type Category = Schemas["Category"];
export type ChatMessage = Schemas["ChatMessage"];
export type ChatSearch = Schemas["ChatSearch"];
export type Config = Schemas["Config"];
export type DecideOrder = Schemas["DecideOrder"];
export type EmailRequest = Schemas["EmailRequest"];
export type EmailVerifyRequest = Schemas["EmailVerifyRequest"];
export type House = Schemas["House"];
export type HouseOrder = Schemas["HouseOrder"];
export type HouseShort = Schemas["HouseShort"];
export type LeadingBet = Schemas["LeadingBet"];
export type Lot = Schemas["Lot"];
export type LotNumber = Schemas["LotNumber"];
export type LotPrice = Schemas["LotPrice"];
export type LotRef = Schemas["LotRef"];
export type LotSearch = Schemas["LotSearch"];
export type LotShort = Schemas["LotShort"];
export type LotUpdate = Schemas["LotUpdate"];
export type MemberCount = Schemas["MemberCount"];
export type MyBet = Schemas["MyBet"];
export type Neighbours = Schemas["Neighbours"];
export type NextLot = Schemas["NextLot"];
export type OptionalLot = Schemas["OptionalLot"];
export type OutboxItem = Schemas["OutboxItem"];
export type PhoneRequest = Schemas["PhoneRequest"];
export type Picture = Schemas["Picture"];
export type PlaceAbsentee = Schemas["PlaceAbsentee"];
export type PlaceBet = Schemas["PlaceBet"];
export type Problem = Schemas["Problem"];
export type SendOrder = Schemas["SendOrder"];
export type SessionInfo = Schemas["SessionInfo"];
export type SessionKey = Schemas["SessionKey"];
export type SignIn = Schemas["SignIn"];
export type StepRow = Schemas["StepRow"];
export type TrustOrder = Schemas["TrustOrder"];
export type UpdatePrice = Schemas["UpdatePrice"];
export type User = Schemas["User"];
export type VerifyRequest = Schemas["VerifyRequest"];
