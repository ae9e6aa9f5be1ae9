import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tellError, tellSuccess } from "@/components/Toast/toasts";

/** Passes the page on: by the device's own menu where it has one for touch, else as a copied link. */
export function ShareLink({ title, path }: { title: string; path: string }) {
  const share = async () => {
    const url = new URL(path, location.origin).href;
    if (navigator.maxTouchPoints > 0 && navigator.canShare?.({ title, url })) {
      // Rejected when the menu is closed without a choice.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      tellSuccess("Ссылка на аукцион скопирована", { life: 3000 });
    } catch {
      tellError("Не удалось скопировать ссылку");
    }
  };
  return (
    <Button leftSection={<Icon name="share" />} onClick={() => void share()}>
      Ссылка
    </Button>
  );
}
