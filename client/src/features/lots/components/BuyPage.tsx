import { Link, useSearchParams } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { usePageTitle } from "@/lib/usePageTitle";
import { useTopCategories } from "../model/useTopCategories";
import css from "./BuyPage.module.css";
import { LotListing } from "./LotListing";

/** Works sold without bidding: unsold lots of post-auctions, and galleries. */
export default function BuyPage() {
  usePageTitle("Купить сейчас");
  const [params] = useSearchParams();
  const galleries = params.get("from") === "galleries";
  return (
    <div className="page">
      <PageHeading>Купить сейчас</PageHeading>
      <LinkTabs className={css.tabs} label="Откуда">
        <Link to="/buy" aria-current={galleries ? undefined : "page"}>
          ПостАукцион
        </Link>
        <Link to="/buy?from=galleries" aria-current={galleries ? "page" : undefined}>
          Галереи
        </Link>
      </LinkTabs>
      <LotListing
        key={String(galleries)}
        fixed={{ auctionState: galleries ? "galleries" : "postauction" }}
        categories={useTopCategories()}
        withTypes={false}
        withScopes={false}
        statuses={[]}
        empty={
          <EmptyState title="Сейчас предложений нет" action={{ label: "Смотреть аукционы", to: "/auctions" }}>
            Лоты появляются здесь после торгов, если не нашли покупателя.
          </EmptyState>
        }
      />
    </div>
  );
}
