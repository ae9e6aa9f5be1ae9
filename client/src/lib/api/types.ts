/** Names for the shapes of the generated schema.ts. Everything else imports types from here alone. */
import type { components } from "./schema";

type Schemas = components["schemas"];

/** One page of a list; pages count from 1. */
export type Page<T> = Omit<Schemas["Page_LotShort"], "items"> & { items: T[] };

export type AuctioneerAnswer = Schemas["AuctioneerAnswer"];
export type Bet = Schemas["Bet"];
export type BetAnswer = Schemas["BetAnswer"];
export type Callback = Schemas["Callback"];
export type Catalog = Schemas["Catalog"];
export type CatalogShort = Schemas["CatalogShort"];
export type CatalogStatusUpdate = Schemas["CatalogStatusUpdate"];
export type Category = Schemas["Category"];
export type ChatMessage = Schemas["ChatMessage"];
export type Config = Schemas["Config"];
export type DecideOrder = Schemas["DecideOrderRequest"];
export type House = Schemas["House"];
export type HouseOrder = Schemas["HouseOrder"];
export type HouseShort = Schemas["HouseShort"];
export type Lot = Schemas["Lot"];
export type LotSearch = Schemas["LotSearchRequest"];
export type LotShort = Schemas["LotShort"];
export type LotUpdate = Schemas["LotUpdate"];
export type Picture = Schemas["Picture"];
export type PlaceAbsentee = Schemas["AbsenteeRequest"];
export type PlaceBet = Schemas["BetRequest"];
export type Problem = Schemas["Problem"];
export type SignIn = Schemas["SignIn"];
export type TrustOrder = Schemas["AcceptAndTrustRequest"];
export type User = Schemas["User"];
