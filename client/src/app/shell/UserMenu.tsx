import { Menu } from "@mantine/core";
import { Link } from "react-router";
import { withMantine } from "@/components/Mantine/Mantine";
import type { User } from "@/lib/api/types";
import { useLeave } from "@/lib/auth/leave";
import { profileUrl } from "@/lib/urls";
import { useMyHouses } from "@/trade/api/myHouses";
import { useMySales } from "@/trade/api/mySales";
import { auctionUrl, eveningUrl, favouritesUrl } from "@/trade/urls";
import { UserButton } from "./UserButton";

interface UserMenuProps {
  user: User;
  /** Its button was already pressed: open the menu at once. */
  isPressed: boolean;
}

function UserMenu({ user, isPressed }: UserMenuProps) {
  const leave = useLeave();
  const houses = useMyHouses(user);
  const sales = useMySales(user);
  return (
    <Menu width={240} defaultOpened={isPressed}>
      <Menu.Target>
        <UserButton name={user.displayName} />
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
        {sales.map((sale) => (
          <Menu.Item key={sale.id} component={Link} to={`${auctionUrl(sale)}?viewType=console`}>
            Пульт: {sale.title}
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
