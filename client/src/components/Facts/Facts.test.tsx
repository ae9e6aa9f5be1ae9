import { expect, it } from "vitest";
import { renderPart } from "@/testing/render";
import { Facts } from "./Facts";

it("joins what is known, each whole in its line", () => {
  const { container } = renderPart(<Facts facts={["владелец", null, "", "+7 (900) 000-00-02"]} />);
  expect(container).toHaveTextContent("владелец · +7 (900) 000-00-02");
  expect(Array.from(container.querySelectorAll("span"), (span) => span.textContent)).toEqual([
    "владелец",
    "+7 (900) 000-00-02",
  ]);
});
