import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { Once } from "@/components/Dialog/Dialog";
import { Icon } from "@/components/Icon/Icon";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useSession } from "@/lib/auth/session";
import { savedSearchesOptions } from "@/trade/api/savedSearches";
import { nameOf, pathOf, sameList } from "../model/savedSearch";
import type { LotList } from "../model/useLotList";

const SaveSearchDialog = lazyDialog(() => import("./SaveSearchDialog"));

interface SaveSearchProps extends LotList {
  /** Whether it is the page's main action. */
  isMain?: boolean;
}

/** Keeps the list's search, with letters about new lots. Only for a search that narrows the list. */
export function SaveSearch({ filter, search, instead, chosen, isMain = false }: SaveSearchProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const requireLogin = useRequireLogin();
  const [opened, setOpened] = useState(false);
  /** Numbers the openings: each begins with the search as it is saved. */
  const [turn, setTurn] = useState(0);
  const { data } = useQuery({ ...savedSearchesOptions(user?.id ?? 0), enabled: user !== null });
  const path = pathOf(pathname, params);
  const saved = user === null ? undefined : data?.find((other) => sameList(other.path, path));
  // The list shows the near search; what was typed is saved.
  const request = instead === null ? search : { ...search, searchQuery: filter.search };
  return (
    <>
      <Button
        variant={isMain ? "default" : "quiet"}
        size={isMain ? undefined : "sm"}
        leftSection={<Icon name="bell" filled={saved !== undefined} />}
        onClick={() =>
          requireLogin(() => {
            setTurn((before) => before + 1);
            setOpened(true);
          }, "После входа вернёмся к сохранению поиска.")
        }
      >
        {saved ? "Поиск сохранён" : "Сохранить поиск"}
      </Button>
      <Once opened={opened && data !== undefined}>
        {user && (
          <SaveSearchDialog
            key={`${path} ${turn}`}
            user={user}
            saved={saved}
            // The server identifies a search by its path; older searches have theirs as typed.
            draft={{ name: nameOf(filter, chosen), path: saved?.path ?? path, request }}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        )}
      </Once>
    </>
  );
}
