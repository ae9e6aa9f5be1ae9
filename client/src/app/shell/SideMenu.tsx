import { Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { SideDialog } from "@/components/Dialog/Dialog";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import { useBrand } from "@/lib/api/queries/config";
import { useShellMode } from "@/lib/shell";

const MenuContents = lazyDialog(() => import("./MenuContents"));

/** The burger menu's drawer, on every screen size. */
export function SideMenu() {
  const { menuOpened, closeMenu } = useShellMode();
  const brand = useBrand();
  const location = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: following any link closes the drawer
  useEffect(closeMenu, [location, closeMenu]);

  return (
    <SideDialog opened={menuOpened} onClose={closeMenu} title={brand} size={400}>
      <Suspense fallback={null}>
        <MenuContents />
      </Suspense>
    </SideDialog>
  );
}
