// A visitor's price request, by the texts of the page.
import type { Person } from "./person.ts";

export const PRICE_BUTTON = "ЗАПРОСИТЬ НАЛИЧИЕ И СТОИМОСТЬ";

interface Request {
  email: string;
  phone: string;
  question: string;
}

/**
 * Asks for the price of the lot with this title, from its card, or with null from the lot's page that is open: signs in on
 * the way, and proves the number by its call and by a code to the e-mail that guards the account.
 */
export async function asksPrice(
  visitor: Person,
  title: string | null,
  { email, phone, question }: Request,
): Promise<void> {
  const { page } = visitor;
  const place =
    title === null
      ? page.getByRole("region", { name: /^(Действия|Кратко о лоте)$/ })
      : page.getByRole("article").filter({ has: page.getByText(title, { exact: true }) });
  await place.getByRole("button", { name: PRICE_BUTTON }).filter({ visible: true }).first().click();
  await visitor.signIn(email);

  const first = page.getByRole("dialog", { name: "Узнать цену" });
  await first.getByLabel("Вопрос дому").fill(question);
  await visitor.hasNoBarriers();
  await first.getByRole("button", { name: "Продолжить" }).click();

  const contacts = page.getByRole("dialog", { name: "Как с вами связаться" });
  await contacts.getByRole("textbox", { name: "Телефон" }).fill(phone);
  await visitor.hasNoBarriers();
  await visitor.enterCode(phone, () => contacts.getByRole("button", { name: "Продолжить" }).click());

  const proof = page.getByRole("dialog", { name: "Подтвердите телефон" });
  await visitor.enterCode(email, () => proof.getByRole("button", { name: "Отправить код" }).click());
  await visitor.sees("Телефон обновлен");
  await visitor.sees(page.getByRole("dialog", { name: "Запрос отправлен" }));
  await visitor.hasNoBarriers();
}
