import { Menu } from "@mantine/core";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { withMantine } from "@/components/Mantine/Mantine";
import type { User } from "@/lib/api/types";
import { useLeave } from "@/lib/auth/session";
import { profileUrl } from "@/lib/urls";
import { useMyHouses } from "@/trade/api/myHouses";
import { eveningUrl, favouritesUrl } from "@/trade/urls";
import css from "./Header.module.css";

function UserMenu({ user }: { user: User }) {
  const leave = useLeave();
  const houses = useMyHouses(user);
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
        {user.isAdmin && (
          <Menu.Item component={Link} to="/admin">
            Администрирование
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={profileUrl}>
          Личный кабинет
        </Menu.Item>
        {houses.map(({ id, nameRu }) => (
          <Menu.Item key={id} component={Link} to={`/house-account/${id}`}>
            {nameRu}
          </Menu.Item>
        ))}
        <Menu.Item component={Link} to={eveningUrl}>
          Мой вечер
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

export default withMantine(UserMenu);
