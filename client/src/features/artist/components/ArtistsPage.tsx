import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { NameGrid } from "@/components/NameGrid/NameGrid";
import { PagedList } from "@/components/PagedList/PagedList";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import type { ArtistShort } from "@/lib/api/types";
import { count, plural, thousands } from "@/lib/format";
import { pageOfAddress, useAddress } from "@/lib/useAddress";
import { usePageTitle } from "@/lib/usePageTitle";
import { artistsOptions } from "@/trade/api/artists";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { artistUrl } from "@/trade/urls";
import { Alphabet } from "./Alphabet";
import css from "./artist.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;

/** «3 лота в продаже, 12 продано». */
function noteOf({ offeredCount, soldCount, lotsCount }: ArtistShort): string {
  const offered = offeredCount > 0 && `${count(offeredCount, LOTS)} в\u00a0продаже`;
  const sold =
    soldCount > 0 && `${thousands(soldCount)}\u00a0${plural(soldCount, ["продан", "продано", "продано"])}`;
  const told = [offered, sold].filter(Boolean).join(", ");
  return told || (lotsCount > 0 ? count(lotsCount, LOTS) : "Лотов пока нет");
}

/** Every artist, by surname or by resemblance to a search. */
export default function ArtistsPage() {
  usePageTitle("Художники");
  const { params, change } = useAddress();
  const search = params.get("search") ?? "";
  const letter = search ? null : params.get("letter");
  const list = useQuery(artistsOptions(search, pageOfAddress(params), letter));
  return (
    <div className="page">
      <PageHeading>Художники</PageHeading>
      <SearchInput
        className={css.search}
        label="Поиск художников"
        placeholder="Фамилия и имя"
        value={search}
        onSearch={(text) => change({ search: text, letter: null }, { replace: true })}
      />
      {!search && <Alphabet chosen={letter} />}
      <PagedList
        list={list}
        dims
        empty={
          search || letter ? (
            <EmptyState title="Художников не нашлось" action={{ label: "Все художники", to: "/artists" }}>
              Проверьте написание или ищите по фамилии.
            </EmptyState>
          ) : (
            <EmptyState title="Художников пока нет" action={{ label: "Смотреть лоты", to: "/lots" }} />
          )
        }
      >
        {(artists) => (
          <NameGrid
            owner="artists"
            columns={3}
            items={artists?.map((artist) => ({
              id: artist.id,
              name: artist.name,
              to: artistUrl(artist),
              picture: artist.logo.previewId,
              shown: artist.work ? <LotPicture picture={artist.work} alt="" place="thumb" /> : undefined,
              about: artist.lifeYears ?? "",
              note: noteOf(artist),
            }))}
          />
        )}
      </PagedList>
    </div>
  );
}
