import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { NameGrid } from "@/components/NameGrid/NameGrid";
import { PagedList } from "@/components/PagedList/PagedList";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import type { ArtistShort } from "@/lib/api/types";
import { count } from "@/lib/format";
import { pageOfAddress, useAddress } from "@/lib/useAddress";
import { usePageTitle } from "@/lib/usePageTitle";
import { artistsOptions } from "@/trade/api/artists";
import { artistUrl } from "@/trade/urls";
import css from "./artist.module.css";

const noteOf = ({ lifeYears, lotsCount }: ArtistShort) =>
  [lifeYears, lotsCount > 0 && count(lotsCount, ["лот", "лота", "лотов"])].filter(Boolean).join(" · ");

/** Every artist, by name or by resemblance to a search. */
export default function ArtistsPage() {
  usePageTitle("Художники");
  const { params, change } = useAddress();
  const search = params.get("search") ?? "";
  const list = useQuery(artistsOptions(search, pageOfAddress(params)));
  return (
    <div className="page">
      <PageHeading>Художники</PageHeading>
      <SearchInput
        className={css.search}
        label="Поиск художников"
        placeholder="Фамилия и имя"
        value={search}
        onSearch={(text) => change({ search: text }, { replace: true })}
      />
      <PagedList
        list={list}
        dims
        empty={
          <EmptyState title="Художников не нашлось" action={{ label: "Все художники", to: "/artists" }}>
            Проверьте написание или ищите по фамилии.
          </EmptyState>
        }
      >
        {(artists) => (
          <NameGrid
            owner="artists"
            icon="brush"
            items={artists?.map((artist) => ({
              id: artist.id,
              name: artist.name,
              to: artistUrl(artist),
              picture: artist.logo.previewId,
              note: noteOf(artist),
            }))}
          />
        )}
      </PagedList>
    </div>
  );
}
