import { expect, test } from "vitest";
import { textsOf } from "../../../tests/pages/support/document";
import { drawnPage, hrefsOf } from "../../../tests/pages/support/drawn-page";
import { LogoPage } from "./logo-page";

test("without places there is the logo alone", async () => {
  const page = await drawnPage(<LogoPage siteName="Harbor" locations={null} />);
  expect(textsOf(page, "h1")).toEqual(["Harbor"]);
  expect(page.querySelector("nav")).toBeNull();
  expect(hrefsOf(page)).toEqual({});
});
