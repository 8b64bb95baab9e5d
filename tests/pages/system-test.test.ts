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
