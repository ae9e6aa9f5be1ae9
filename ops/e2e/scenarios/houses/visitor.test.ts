import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";

for (const screen of ["desktop", "phone"] as const)
  scenario(`a visitor on a ${screen}: every public page, without barriers`, "saleroom", async (stage) => {
    const { server } = stage;
    const hammer = await sale(server, "Зал с аукционистом");
    const closing = await sale(server, "Торги, которые скоро закончатся");
    const pages: [path: string, landmark: string][] = [
      ["/", closing.title],
      ["/auctions", "Онлайн аукционы"],
      [hammer.path, lotOf(hammer, 1).titleRu],
      [`${hammer.path}?viewType=catalog`, lotOf(hammer, 2).titleRu],
      [closing.path, lotOf(closing, 1).titleRu],
      [`/lot/${lotOf(closing, 1).id}`, lotOf(closing, 1).titleRu],
    ];
    const visitor = await stage.visitor("visitor", screen);
    for (const [path, landmark] of pages) {
      await visitor.open(path);
      await visitor.sees(landmark);
      await visitor.hasNoBarriers();
      await visitor.fitsTheScreen();
    }
  });
