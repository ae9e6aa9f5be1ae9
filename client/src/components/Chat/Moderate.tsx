import { Menu } from "@mantine/core";
import { Icon } from "@/components/Icon/Icon";
import type { ChatMessage } from "@/lib/api/types";
import css from "./Chat.module.css";

export interface Moderation {
  onHide: (message: ChatMessage, isHidden: boolean) => void;
  onMute: (message: ChatMessage, isMuted: boolean) => void;
}

interface ModerateProps {
  message: ChatMessage;
  moderation: Moderation;
}

/** What a controller may do about a message. */
export default function Moderate({ message, moderation }: ModerateProps) {
  const { isHidden, isMuted, isController, userName } = message;
  return (
    <span className={css.moderate}>
      {(isHidden || isMuted) && [isHidden && "скрыто", isMuted && "без слова"].filter(Boolean).join(", ")}
      <Menu position="bottom-end">
        <Menu.Target>
          <button type="button" aria-label={`Действия с сообщением: ${userName}`}>
            <Icon name="dots" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => moderation.onHide(message, !isHidden)}>
            {isHidden ? "Показать сообщение" : "Скрыть сообщение"}
          </Menu.Item>
          {!isController && (
            <Menu.Item onClick={() => moderation.onMute(message, !isMuted)}>
              {isMuted ? "Вернуть слово" : "Лишить слова"}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
