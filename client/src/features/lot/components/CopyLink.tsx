import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tellError, tellSuccess } from "@/components/Toast/toasts";

export function CopyLink({ path }: { path: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.origin).href);
      tellSuccess("Ссылка на лот скопирована", { life: 3000 });
    } catch {
      tellError("Не удалось скопировать ссылку");
    }
  };
  return (
    <Button variant="quiet" leftSection={<Icon name="share" />} onClick={() => void copy()}>
      Ссылка
    </Button>
  );
}
