import { Button } from "@mantine/core";
import { useNavigate, useSearchParams } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { LotGrid } from "@/components/LotGrid/LotGrid";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { useFavourites } from "@/lib/api/queries/favourites";
import { useLogin } from "@/lib/auth/LoginProvider";
import { useSession, useSignOut } from "@/lib/auth/session";
import { phone } from "@/lib/format";
import { usePageTitle } from "@/lib/usePageTitle";

export default function AccountPage() {
  const { user, initialized } = useSession();
  const { open } = useLogin();
  const [params] = useSearchParams();
  const favourite = params.get("p") === "favourite";
  usePageTitle(favourite ? "Избранное" : "Личный кабинет");
  if (!initialized) return <PageSkeleton />;
  if (!user) {
    return (
      <div className="page section">
        <EmptyState
          title="Нужен вход"
          action={{ label: "Войти", onClick: () => open({ run: () => undefined }) }}
        >
          Личный кабинет откроется сразу после входа.
        </EmptyState>
      </div>
    );
  }
  return <div className="page">{favourite ? <Favourites /> : <Profile />}</div>;
}

function Favourites() {
  const { data } = useFavourites();
  return (
    <>
      <PageHeading>Избранное</PageHeading>
      {data?.items.length === 0 ? (
        <EmptyState title="В избранном пока нет лотов" action={{ label: "Смотреть лоты", to: "/lots" }}>
          Нажмите на сердце у лота, и он появится здесь.
        </EmptyState>
      ) : (
        <LotGrid lots={data?.items} headingLevel={2} />
      )}
    </>
  );
}

function Profile() {
  const { user } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <>
      <PageHeading>Личный кабинет</PageHeading>
      <p>{user?.displayName}</p>
      {user?.login && <p className="num">{phone(user.login)}</p>}
      {user?.eMail && <p>{user.eMail}</p>}
      <Button onClick={() => signOut.mutate(undefined, { onSettled: () => navigate("/") })}>Выйти</Button>
    </>
  );
}
