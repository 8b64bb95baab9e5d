import type { Page } from "@playwright/test";
import {
  FRAME_URL,
  REPORT_PATH,
  startEmbeddingPortal,
} from "./support/embedding-portal";
import { alarm, submitLogin } from "./support/screens";
import { expect, test } from "./support/test";

/** Minutes that a token is good for; it is replaced five before. */
const TOKEN_MINUTES = 7;

let portal: Awaited<ReturnType<typeof startEmbeddingPortal>>;
test.beforeAll(async () => {
  portal = await startEmbeddingPortal(TOKEN_MINUTES);
});
test.afterAll(() => portal.stop());

/**
 * What stands in the frame in place of Power BI: it answers each message, shows what it was told last, and says that the
 * report has loaded.
 */
const STUB = `<!doctype html><title>Stub</title><p id="told"></p><button>A visual</button><script>
const uid = new URLSearchParams(location.search).get("uid");
const post = (message) => parent.postMessage(message, "*");
const tell = (name, body) => post({ method: "POST", url: "/reports/" + uid + "/events/" + name, body, headers: {},
  windowPostMessageProxy: { id: Math.random().toString(36) } });
document.querySelector("button").onclick = () => tell("visualClicked", {});
addEventListener("message", ({ data }) => {
  if (!data || !data.url) return;
  post({ statusCode: 200, headers: data.headers, body: {}, windowPostMessageProxy: data.windowPostMessageProxy });
  if (data.url === "/report/load") {
    told.textContent = JSON.stringify(data.body);
    tell(FAILS ? "error" : "loaded", { message: "no" });
  }
  if (data.url === "/report/token") told.textContent = "renewed with " + data.body;
});
</script>`;

async function stubPowerBi(page: Page, fails = false): Promise<void> {
  await page.route(`${FRAME_URL}*`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: STUB.replace("FAILS", String(fails)),
    }),
  );
}

async function openReport(page: Page): Promise<void> {
  await page.goto(`${portal.origin}/login`);
  await submitLogin(page, "company", "any");
  await expect(page).not.toHaveURL(/login/);
  await page.goto(portal.origin + REPORT_PATH);
}

test("an embedded report loads in a frame with a name, and its token is renewed while it is used", async ({
  page,
}) => {
  await stubPowerBi(page);
  await page.clock.install();
  await openReport(page);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(
    "Infections",
  );
  const frame = page.frameLocator("iframe[title=Infections]");
  const told = frame.locator("#told");
  await expect(told).toContainText(/"accessToken":"token-\d+"/);
  await expect(told).toContainText('"tokenType":1');
  await expect(main.getByText("The report has loaded.")).toBeAttached();

  // Nobody is there, so nothing is asked for until somebody is.
  const asked = () => portal.host.callsTo("/api/powerbi/").length;
  const before = asked();
  await page.clock.fastForward((TOKEN_MINUTES - 6) * 60_000);
  expect(asked()).toBe(before);
  await page.clock.fastForward(60_000);
  expect(asked()).toBe(before);
  // A click in the frame is no event of the page around it.
  await frame.getByRole("button", { name: "A visual" }).click();
  await expect(told).toHaveText(/^renewed with token-\d+$/);
  expect(asked()).toBe(before + 1);
});

test("a report that is reached from another page comes with its own policy", async ({
  page,
}) => {
  await stubPowerBi(page);
  await openReport(page);
  await page.goto(`${portal.origin}/search`);
  await page
    .getByRole("main")
    .getByRole("link", { name: "Infections" })
    .click();
  await expect(page).toHaveURL(portal.origin + REPORT_PATH);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Infections",
  );
  const frame = page.frameLocator("iframe[title=Infections]");
  await expect(frame.locator("#told")).toContainText("token-");
});

test.describe("a report that does not load", () => {
  test("says so where Power BI refuses it, with a way to try again", async ({
    page,
  }) => {
    await stubPowerBi(page, true);
    await openReport(page);
    const alert = alarm(page);
    await expect(alert).toContainText("Could not load report");
    await expect(alert).toContainText("may also block it");
    await page.unroute(`${FRAME_URL}*`);
    await stubPowerBi(page);
    await alert.getByRole("link", { name: "Try again" }).click();
    const frame = page.frameLocator("iframe[title=Infections]");
    await expect(frame.locator("#told")).toContainText("token-");
  });

  test(
    "says so where nothing answers for a minute",
    { tag: "@at-length" },
    async ({ page }) => {
      await page.route(`${FRAME_URL}*`, (route) =>
        route.fulfill({
          contentType: "text/html",
          body: "Blocked by your network",
        }),
      );
      await page.clock.install();
      await openReport(page);
      await expect(page.locator("iframe")).toHaveCount(1);
      await page.clock.fastForward(61_000);
      await expect(page.getByText("Could not load report")).toBeVisible();
      await expect(page.locator("iframe")).toHaveCount(0);
    },
  );
});
