import type { MouseEvent } from "react";
import { Button } from "@/components/Button/Button";
import type { CatalogShort } from "@/lib/api/types";
import { CatalogType } from "@/trade/enums";
import { hallUrl } from "@/trade/urls";
import css from "./HallLink.module.css";

interface HallLinkProps {
  catalog: Pick<CatalogShort, "id" | "catalogType">;
  size?: "xs" | "sm";
}

/** Opens the screen for the hall in a window of its own, to be moved to the projector. Only classic sales have one. */
export function HallLink({ catalog, size = "sm" }: HallLinkProps) {
  if (catalog.catalogType !== CatalogType.Classic) return null;
  const url = hallUrl(catalog);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    // By name: pressed again, it brings the same window forward. One that the browser blocks opens as a link.
    const hall = window.open(url, `hall-${catalog.id}`, "popup,width=1280,height=720");
    if (!hall) return;
    hall.focus();
    event.preventDefault();
  };
  return (
    <Button component="a" href={url} target="_blank" size={size} onClick={open} className={css.link}>
      Экран для зала
    </Button>
  );
}
