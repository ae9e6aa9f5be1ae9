import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useBrand } from "@/lib/api/queries/config";

/** The page's title, then « | Страница N» when the address has a page, then the brand. */
function pageTitle(title: string | null, page: string | null, brand: string): string {
  const numbered = page && /^\d+$/.test(page) ? ` | Страница ${page}` : "";
  return title ? `${title}${numbered} — ${brand}` : `${brand}${numbered}`;
}

/** Sets the document's title while the page is shown; null for the home page. */
export function usePageTitle(title: string | null): void {
  const [params] = useSearchParams();
  const brand = useBrand();
  const full = pageTitle(title, params.get("page"), brand);
  useEffect(() => {
    document.title = full;
  }, [full]);
}
