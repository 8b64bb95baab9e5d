import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { startPortal, type Portal } from "./clients/portal";
import { expectNoViolations } from "./support/axe";
import { PASSWORD } from "./support/accounts";
import { figure, openFilters } from "./support/panels";
import { expect, test } from "./support/test";

const run = promisify(execFile);

// Its own demo organisation: what is fed would change the figures of other journeys.
test.describe.configure({ mode: "serial" });

let portal: Portal;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startPortal();
  await command("import", "examples/feed");
});
test.afterAll(() => portal.stop());

/** A command of the product, on the portal's data. */
async function command(name: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: portal.dataFolder };
  await run("node", ["scripts/command.mjs", name, ...args], { env });
}

/** Somebody comes to the facility of the examples, from hospital and at this moment. */
async function feedAdmission(): Promise<void> {
  const now = new Date().toISOString().replace(/[-:T]|\..*/g, "") + "+0000";
  const message = [
    `MSH|^~\\&|LTC|VELMORA|SOJOURN||${now}||ADT^A01|N1|P|2.5.1`,
    `EVN||${now}||||${now}`,
    "PID|1||EX-901^^^LTC^MR||Example^Nia",
    `PV1||I|W1^12^A||||9000000001^^^^^^^^^^^^NPI|||||||4|||||LV901${"|".repeat(25)}${now}`,
    "",
  ].join("\r");
  const file = path.join(portal.dataFolder, "..", "news.hl7");
  writeFileSync(file, message);
  await command("feed", file);
}

async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange")),
  );
}

test(
  "an open page says that a message has come, and shows the figure when it is asked to",
  { tag: "@at-length" },
  async ({ page }) => {
    const origin = `http://127.0.0.1:${portal.port}`;
    await page.request.post(`${origin}/login`, {
      headers: { origin },
      form: { username: "demo-facility", password: PASSWORD },
    });
    await page.goto(`${origin}/facility-profile/101`);
    const patients = () => figure(page, "Patient count");
    const before = await patients();
    const isWatched = page.locator(".newer-data");
    await expect(isWatched).toBeAttached();
    await lookAgain(page);
    await expect(isWatched).toHaveText("");

    await feedAdmission();
    const typed = page.getByLabel("From Date");
    await openFilters(page);
    await typed.fill("2026-01-02");
    await lookAgain(page);
    const show = page.getByRole("link", { name: "Show it" });
    await expect(show).toBeInViewport();
    expect(await patients()).toBe(before);
    await expect(typed).toHaveValue("2026-01-02");
    await expectNoViolations(page);

    await show.click();
    // A busy machine may count for longer than the page waits: then its user asks again.
    await expect(async () => {
      if (Number.isNaN(await patients())) await page.reload();
      expect(await patients()).toBe(before + 1);
    }).toPass({ timeout: 60_000 });
    await expect(show).toBeHidden();
  },
);

test(
  "a resident of whom only messages tell is in the list of their physician",
  { tag: "@at-length" },
  async ({ page }) => {
    const origin = `http://127.0.0.1:${portal.port}`;
    await page.request.post(`${origin}/login`, {
      headers: { origin },
      form: { username: "demo-company", password: PASSWORD },
    });
    await page.goto(`${origin}/physician-profile/9000000001`);
    const list = page.getByRole("table", { name: "Patient List" });
    await expect(list.getByText("Example, Nia")).toBeVisible();
  },
);
