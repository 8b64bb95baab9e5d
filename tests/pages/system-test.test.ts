import { expect, it } from "vitest";
import { documentOf, textsOf } from "./support/document";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const PATH = "/reports/system-test";

let portal: Portal;
onPortal((started) => (portal = started));

it("says that a systems test is in progress", async () => {
  const browser = await portal.browser().loggedIn("physician");
  for (const path of [PATH, `${PATH}/`, `${PATH}?from=x`]) {
    const { status, text } = await browser.get(path);
    expect(status).toBe(200);
    const page = documentOf(text);
    expect(page.title).toBe("Systems test in progress – Sojourn");
    expect(textsOf(page, "h1")).toEqual(["Systems test in progress"]);
  }
});

it("user administrators are barred from it, as from every report", async () => {
  const browser = await portal.browser().loggedIn("accounts");
  const page = await browser.get(PATH);
  expect(page.status).toBe(403);
  expect(page.text).not.toContain("Systems test in progress");
  const data = `${PATH}?_data=routes%2Freports.system-test`;
  expect((await browser.get(data)).status).toBe(403);
});

it("takes no post, and has nothing below it", async () => {
  const browser = await portal.browser().loggedIn("region");
  expect((await browser.post(PATH, {})).status).toBe(405);
  expect((await browser.get(`${PATH}/1`)).status).toBe(404);
});
