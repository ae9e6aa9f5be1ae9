// A press whose dialog cannot be loaded: the page stays, says so, and the dialog comes with the network.
import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";

scenario(
  "a dialog whose code does not come leaves the page alone, and opens once the network is back",
  "states",
  async ({ server, visitor }) => {
    const weekend = await sale(server, "Торги на выходные");
    const lot = lotOf(weekend, 2);
    const guest = await visitor("guest", "phone");
    const { page } = guest;
    guest.tolerates(/ERR_FAILED|Failed to fetch dynamically imported module/);
    await guest.open(`/lot/${lot.id}`);
    await guest.sees(lot.titleRu);

    await page.route(/\/assets\/LoginModal-.*\.js$/, (route) => route.abort());
    const button = page
      .getByRole("region", { name: "Кратко о лоте" })
      .getByRole("button", { name: "Войти и поставить" });
    await button.click();
    await guest.sees("Часть страницы не загрузилась");
    await guest.sees(lot.titleRu);
    await guest.sees(button);

    await page.unrouteAll();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await guest.sees(page.getByRole("dialog", { name: "Вход" }));
    await guest.hasNoBarriers();
  },
);
