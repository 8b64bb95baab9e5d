import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { all, documentOf, textsOf } from "./support/document";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "./support/portal";

const CONFIG = "/users/reports-config";
const AFTER_HOURS = "/reports/after-hours-patient-report";

let portal: OwnPortal;
let accounts: Browser;
beforeAll(async () => {
  portal = await startPortal();
  accounts = await portal.browser().loggedIn("accounts");
  await take("After Hours Patient Report", "physician");
  await take("CMS QIES Reports", "region");
  await take("Medical Staff Report", "region");
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());

/** Clears a box of Reports Configuration and saves it, as without scripts. */
async function take(title: string, level: string): Promise<void> {
  const page = documentOf((await accounts.get(CONFIG)).text);
  const row = all(page, "#report-access tbody tr").find((one) =>
    one.textContent.includes(title),
  );
  const [seen, ...boxes] = row ? all(row, "input") : [];
  const fields = new URLSearchParams({
    csrf: await accounts.csrfToken(CONFIG),
    [seen?.getAttribute("name") ?? ""]: seen?.getAttribute("value") ?? "",
  });
  for (const box of boxes) {
    const value = box.getAttribute("value") ?? "";
    if (box.hasAttribute("checked") && value !== level) {
      fields.append(box.getAttribute("name") ?? "", value);
    }
  }
  const { status } = await accounts.post(CONFIG, fields);
  expect(status).toBe(303);
  const { text } = await accounts.get(CONFIG);
  expect(text).toContain("Access updated successfully");
}

it.each([
  ["physician", AFTER_HOURS],
  ["region", "/reports/cms-qies-reports"],
  ["region", "/reports/cms-qies-reports/request"],
  ["region", "/reports/medical-staff-report"],
])(
  "a %s who has lost it gets no %s, in the frame of a page",
  async (name, path) => {
    const browser = await portal.browser().loggedIn(name);
    const { status, text } = await browser.get(path);
    expect(status).toBe(403);
    const page = documentOf(text);
    expect(textsOf(page, "main")[0]).toContain("(403)");
    expect(page.querySelector("header")).not.toBeNull();
    expect(text).not.toContain("unread notes");
  },
);

it("the account manager reads who adds reports, and that embedded ones are not set up here", async () => {
  const [main] = textsOf(documentOf((await accounts.get(CONFIG)).text), "main");
  expect(main).toContain(
    "Ask your IT team to add a report. Embedded reports are not set up.",
  );
});

it("the file of a report is closed with it", async () => {
  const browser = await portal.browser().loggedIn("region");
  expect((await browser.get("/medical-staff-data")).status).toBe(403);
});

it("the search offers nothing that is closed", async () => {
  const links = async (name: string) => {
    const browser = await portal.browser().loggedIn(name);
    const page = documentOf((await browser.get("/search")).text);
    return all(page, 'main a[href^="/reports/"]').map((link) =>
      link.getAttribute("href"),
    );
  };
  expect(await links("region")).toEqual([AFTER_HOURS]);
  expect(await links("physician")).toEqual([]);
});
