import { Link } from "react-router";
import { TextPage } from "./TextPage";

export default function PartnersPage() {
  return (
    <TextPage title="Партнёры" lead="Аукционные дома и галереи, которые проводят торги на площадке.">
      <p>
        Все дома собраны на странице{" "}
        <Link className="link" to="/auctionHouses-all">
          «Аукционные дома»
        </Link>
        , галереи — в разделе{" "}
        <Link className="link" to="/galleries">
          «Галереи»
        </Link>
        . У каждого дома своя страница с контактами, торгами и заявкой на регистрацию.
      </p>
      <h2>Стать партнёром</h2>
      <p>
        Если вы представляете аукционный дом или галерею, напишите нам: контакты указаны внизу страницы. Мы
        откроем кабинет дома, поможем загрузить каталог и проведём пробные торги.
      </p>
    </TextPage>
  );
}
