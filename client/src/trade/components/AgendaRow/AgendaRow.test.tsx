import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeCatalog } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { CatalogState, CatalogType } from "@/trade/enums";
import { AgendaRow } from "./AgendaRow";

const dates = { startDate: "2026-01-03T09:00:00Z", endDate: "2026-01-07T09:00:00Z" };

it.each([
  ["starts", CatalogState.Scheduled, "3"],
  ["ended", CatalogState.Completed, "7"],
])("a sale stands under the day it %s", (_, state, day) => {
  renderPart(<AgendaRow catalog={makeCatalog({ ...dates, state, catalogType: CatalogType.Parallel })} />);
  expect(screen.getByText(day)).toBeVisible();
});
