import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tell } from "@/components/Toast/toasts";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { useArtistSubscription } from "@/trade/api/artists";

interface FollowArtistProps {
  artistId: number;
  /** The main action of its place, as wide as that. */
  isMain?: boolean;
}

/** Subscribes the viewer to an artist's new lots, and ends the subscription. */
export function FollowArtist({ artistId, isMain = false }: FollowArtistProps) {
  const { isOn, change } = useArtistSubscription(artistId);
  const requireLogin = useRequireLogin();
  const onClick = () =>
    requireLogin(
      () => change.mutate(!isOn, { onSuccess: () => !isOn && tell("Сообщим о новых лотах автора") }),
      "После входа подпишем вас на новые лоты автора.",
    );
  return (
    <Button
      variant={isMain ? "default" : "quiet"}
      size="sm"
      fullWidth={isMain}
      leftSection={<Icon name="bell" filled={isOn} />}
      aria-pressed={isOn}
      disabled={change.isPending}
      onClick={onClick}
    >
      {isOn ? "Вы следите за автором" : "Следить за автором"}
    </Button>
  );
}
