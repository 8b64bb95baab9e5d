import { writeFileSync } from "node:fs";
import { startMockHost } from "../mocks/host";
import { startPortalOfHost } from "./support/portal-of-host";
import { readAloud, readBy } from "./support/screen-reader";
import { test } from "./support/test";

test("x", async ({ browser }) => {
  const mock = await startMockHost();
  const portal = await startPortalOfHost(mock.url);
  const context = await browser.newContext({ baseURL: portal.origin, bypassCSP: true });
  await context.route(/\/build\/.*\.js$/, (one) => one.abort());
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Username").fill("demo-company");
  await page.getByLabel("Password", { exact: true }).fill("Demo-2026!");
  await page.getByRole("button", { name: "Login" }).click();
  await page.goto("/company-overview?startDate=2025-07-01&endDate=2026-06-30&inspect=rth");
  const t1 = performance.now();
  const all = await readAloud(page, "body");
  const t2 = performance.now();
  const h = await readBy(page, "moveToNextHeading");
  const l = await readBy(page, "moveToNextLandmark");
  writeFileSync("/tmp/vsr.out", `${t2 - t1} ${performance.now() - t2}\n--H\n${h}--L\n${l}--ALL\n${all}`);
  await portal.stop(); await mock.close();
});
