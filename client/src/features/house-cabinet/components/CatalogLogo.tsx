import { api, call } from "@/lib/api/client";
import type { Catalog } from "@/lib/api/types";
import { quoted } from "@/lib/format";
import { useCatalogChanged } from "../api/catalogs";
import { LogoBlock } from "./LogoBlock";

/** The catalog's picture in lists. */
export function CatalogLogo({ catalog }: { catalog: Catalog }) {
  const changed = useCatalogChanged();
  const title = quoted(catalog.title);
  return (
    <LogoBlock
      owner="catalog"
      ownerId={catalog.id}
      previewId={catalog.logo.previewId}
      alt={`Обложка каталога ${title}`}
      words={{
        title: "Обложка",
        none: "Без обложки",
        unread: "Обложка не загрузилась",
        uploaded: "Обложка загружена",
        remove: "Убрать обложку?",
        remains: `Каталог ${title} останется в списках без картинки.`,
      }}
      onRemove={() => call(api.DELETE("/api/catalog/{id}/images", { params: { path: { id: catalog.id } } }))}
      onChange={() => changed(catalog.id)}
    />
  );
}
