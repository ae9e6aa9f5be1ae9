import { Button, Menu } from "@mantine/core";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import type { User } from "@/lib/api/types";
import { useLeave } from "@/lib/auth/session";
import { favouritesUrl, profileUrl } from "@/lib/urls";
import css from "./Header.module.css";

export function UserMenu({ user }: { user: User }) {
  const leave = useLeave();
  return (
    <Menu width={240}>
      <Menu.Target>
        <Button
          variant="quiet"
          size="sm"
          className={css.user}
          leftSection={<Icon name="user" />}
          rightSection={<Icon name="chev" size="s" />}
        >
          {user.displayName}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={profileUrl}>
          Личный кабинет
        </Menu.Item>
        <Menu.Item component={Link} to={favouritesUrl}>
          Избранное
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={leave}>Выйти</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
