import { expect, test } from "vitest";
import { documentTitle } from "./profile-title";

const PAGE: Parameters<typeof documentTitle>[0] = {
  level: "region",
  name: "Lakes",
  notices: [],
  layout: "page",
};

test("the window is named after the page and whom it is about", () => {
  expect(documentTitle(PAGE)).toBe("Region Profile: Lakes");
  expect(documentTitle({ ...PAGE, level: "company", name: null })).toBe(
    "Company Overview",
  );
});

test("a huddle sheet is told from its profile, and a page that failed in part from one that did not", () => {
  expect(documentTitle({ ...PAGE, layout: "huddle" })).toBe(
    "Region Profile: Lakes, huddle sheet",
  );
  expect(
    documentTitle({ ...PAGE, notices: [{ tone: "error", text: "" }] }),
  ).toBe("Error: Region Profile: Lakes");
});
