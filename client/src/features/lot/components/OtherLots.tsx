import { useQuery } from "@tanstack/react-query";
import type { Lot } from "@/lib/api/types";
import { CatalogType } from "@/trade/enums";
import {
  lotsByAuthorOptions,
  lotsOfHouseOptions,
  similarLotsOptions,
  viewedLotsOptions,
} from "../api/others";
import { LotRail, QueriedRail } from "./LotRail";
import { SimilarSold } from "./SimilarSold";

/** Similar lots that were sold, and three rows of other lots: similar, recently viewed, and more by the author, house or gallery. */
export function OtherLots({ lot }: { lot: Lot }) {
  return (
    <>
      <SimilarSold lot={lot} />
      <QueriedRail title="Вам может это понравиться" options={similarLotsOptions(lot.id)} except={lot.id} />
      <QueriedRail title="Вы ранее просматривали" options={viewedLotsOptions()} except={lot.id} />
      <MoreOfTheSame lot={lot} />
    </>
  );
}

/** The author's other lots, or, without any, the seller's. */
function MoreOfTheSame({ lot }: { lot: Lot }) {
  const byAuthor = useQuery({ ...lotsByAuthorOptions(lot.id), enabled: lot.author.length > 0 });
  const authors = (byAuthor.data ?? []).filter((other) => other.id !== lot.id);
  const none = lot.author.length === 0 || (byAuthor.isFetched && authors.length === 0);
  if (!none) return <LotRail title="Другие лоты этого художника" lots={authors} />;
  const gallery = lot.catalogType === CatalogType.Gallery;
  return (
    <QueriedRail
      title={gallery ? "Другие лоты этой галереи" : "Другие лоты этого аукционного дома"}
      options={lotsOfHouseOptions(lot.id)}
      except={lot.id}
    />
  );
}
