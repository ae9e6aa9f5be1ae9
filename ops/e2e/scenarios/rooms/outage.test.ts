import { bidMinimum, isOutbid, leads, seesPrice } from "../../lib/bidding.ts";
import { scenario } from "../../lib/scenario.ts";
import { lotOf, sale } from "../../lib/site.ts";

// The client's longest pause between retries.
const BACK_WITHIN_MS = 15_000;

scenario(
  "the server is killed and comes back: nobody reloads, nothing is lost",
  "saleroom",
  async (stage) => {
    const { server, member } = stage;
    const hammer = await sale(server, "Зал с аукционистом");
    const anna = await member("trusted@demo.example", hammer.path);
    const mikhail = await member("trusted2@demo.example", hammer.path);
    for (const person of [anna, mikhail]) {
      await person.sees(lotOf(hammer, 1).titleRu);
      await person.sees("На связи");
      // The browser reports unreachable servers and interrupted responses. One may be that of a preloaded dialog.
      person.tolerates(
        /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_CONTENT_LENGTH_MISMATCH|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_SOCKET_NOT_CONNECTED|WebSocket connection to/,
      );
    }
    await bidMinimum(anna);
    await leads(anna);

    await server.kill("SIGKILL");
    for (const person of [anna, mikhail])
      await person.seesNoMore(person.page.getByText("На связи", { exact: true }));
    await server.resume();
    for (const person of [anna, mikhail]) await person.sees("На связи", BACK_WITHIN_MS);

    await leads(anna);
    await seesPrice(mikhail, 10_000);
    await bidMinimum(mikhail);
    await Promise.all([leads(mikhail), isOutbid(anna)]);
  },
);
