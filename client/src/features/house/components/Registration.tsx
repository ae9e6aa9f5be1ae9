import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { House } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { useRegistration } from "@/trade/api/registration";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { mayDecideOrders } from "@/trade/rules/staff";
import css from "./HousePage.module.css";

/** Its fields weigh more than what stands above it. The page is there without them. */
const RegistrationForm = lazy(async () => ({
  default: (await import("@/trade/components/RegistrationBanner/RegistrationForm")).RegistrationForm,
}));

/** The user's registration with the house, or the form to request it. */
export function Registration({ house }: { house: House }) {
  const { user } = useSession();
  const { status } = useRegistration(house.id);
  if (user && mayDecideOrders(user, house.id)) {
    return (
      <Button component={Link} to={`/house-account/${house.id}/orders`} fullWidth>
        Заявки на участие
      </Button>
    );
  }
  if (status !== "visitor" && status !== "none") return <RegistrationBanner houseId={house.id} />;
  const about = (
    <>
      <h2>Участие в торгах</h2>
      <p className="small muted">
        Чтобы делать ставки, зарегистрируйтесь в аукционном доме. Он рассмотрит заявку и увидит ваше имя,
        телефон и e-mail.
      </p>
    </>
  );
  return (
    <Suspense
      fallback={
        <div className={`${css.form} ${css.formPlace}`}>
          {about}
          <Skeleton h={181} />
        </div>
      }
    >
      <RegistrationForm
        houseId={house.id}
        className={css.form}
        field={{ label: "Сообщение дому", description: "Необязательно", minRows: 2 }}
      >
        {about}
      </RegistrationForm>
    </Suspense>
  );
}
