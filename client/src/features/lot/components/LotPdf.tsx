import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import type { Lot } from "@/lib/api/types";
import { CatalogState } from "@/trade/enums";

/** The printable page of a public lot. A link carries no token, so it would not find a lot that only its house sees. */
export function LotPdf({ lot }: { lot: Lot }) {
  if (lot.hidden || lot.catalogId === null || lot.catalogState === CatalogState.Temporary) return null;
  return (
    <Button
      component="a"
      href={`/api/lots/${lot.id}/pdf`}
      download
      variant="quiet"
      leftSection={<Icon name="doc" />}
    >
      PDF
    </Button>
  );
}
