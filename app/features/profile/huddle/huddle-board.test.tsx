import { expect, test } from "vitest";
import { all, textOf } from "../../../../tests/pages/support/document";
import {
  drawnPage,
  regionOf,
} from "../../../../tests/pages/support/drawn-page";
import { testGraphsView } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";
import { HuddleBoard } from "./huddle-board";

test("a huddle sheet that names residents has these and graphs alone, and says how many others there are", async () => {
  const row = { name: "Cole, Bo", why: "New", window: "12/25 · 27 days left" };
  const view = testProfileView({
    layout: "huddle",
    graphs: { state: "data", data: testGraphsView() },
    residents: {
      attention: {
        count: "14",
        units: [{ name: "1 North", rows: [row] }],
        more: "and 1 more: Cole, Bo (1 North)",
      },
      out: { count: "0", rows: [], more: null },
      reviews: null,
      lastReturn: null,
    },
  });
  const page = await drawnPage(<HuddleBoard id="huddle" view={view} />);
  const attention = textOf(regionOf(page, "Need attention: 14"));
  expect(attention).toContain("1 NorthCole, BoNew12/25 · 27 days left");
  expect(attention).toContain("and 1 more: Cole, Bo (1 North)");
  expect(all(page, "[role=img]")).toHaveLength(5);
  expect(textOf(page.querySelector("article"))).not.toContain("General");
});
