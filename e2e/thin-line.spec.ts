import type { Page, Request } from "@playwright/test";
import { compress } from "../app/http/compress.server";
import { cookiesOf } from "./support/accounts";
import { rows, list, title } from "./support/screens";
import { expect, test } from "./support/test";

const KB = 1024;

/** Chromium asks for it whenever it likes to draw a tab. */
const ICON = "/favicon.svg";

/**
 * What comes of what the page that is opened asks for, but for the icon: a browser without scripts drops its requests for them
 * at once.
 */
function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => {
    if (!request.url().endsWith(ICON)) requests.push(request);
  });
  return requests;
}

/** Bytes of the answers' bodies as they came over the line. */
async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

test(
  "the login page without scripts is one answer of at most 6 KB, and the sheet of the pages after it comes ahead",
  { tag: ["@no-scripts", "@no-scripts-alone"] },
  async ({ page }) => {
    const requests = requestsOf(page);
    await page.goto("/login", { waitUntil: "networkidle" });
    // What the head of an answer asks for may be here before its body.
    const document = requests.filter((request) =>
      request.isNavigationRequest(),
    );
    expect(document).toHaveLength(1);
    expect(await bytesOf(document)).toBeLessThanOrEqual(6 * KB);
    const others = requests.filter((request) => !request.isNavigationRequest());
    // Nothing waits for what is only fetched ahead.
    expect(
      others.map((request) => [
        request.headers()["sec-purpose"] ?? request.headers().purpose,
        new URL(request.url()).pathname.replace(/-\w+\./, "."),
      ]),
    ).toEqual([["prefetch", "/build/_assets/tailwind.css"]]);
    await expect(title(page)).toHaveText("Welcome");
    await expect(page.getByRole("button", { name: "Login" })).toHaveCSS(
      "background-color",
      "rgb(11, 83, 148)",
    );
  },
);

test.describe("the company overview", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test(
    "is readable without scripts after 2 requests and 15 KB, and whole after 16.6 KB",
    { tag: ["@no-scripts", "@no-scripts-alone"] },
    async ({ page }) => {
      const requests = requestsOf(page);
      const answer = await page.goto("/company-overview", {
        waitUntil: "networkidle",
      });
      await expect(rows(list(page, "Division List"))).not.toHaveCount(0);
      expect(requests).toHaveLength(2);
      const whole = await bytesOf(requests);
      expect(whole).toBeLessThanOrEqual(16.6 * KB);
      // What only scripts read comes last.
      const html = (await answer?.text()) ?? "";
      const [content, forScripts] = html.split("</footer>");
      expect(forScripts).toContain("window.__remixContext");
      const [withScripts, readable] = await Promise.all(
        [html, content ?? ""].map((text) => compress(Buffer.from(text), "br")),
      );
      const late = withScripts!.body.length - readable!.body.length;
      expect(whole - late).toBeLessThanOrEqual(15 * KB);
    },
  );

  test("asks for its scripts after its content, in 12 requests with it, and for no large library", async ({
    page,
  }) => {
    const requests = requestsOf(page);
    const answer = await page.goto("/company-overview", {
      waitUntil: "networkidle",
    });
    const html = (await answer?.text()) ?? "";
    const [head = "", ...rest] = html.split("</main>");
    expect(rest).toHaveLength(1);
    expect(head).not.toMatch(
      /<script[^>]+src=|modulepreload|<script[^>]+type="module"/,
    );
    // Neither waits: the document is parsed and painted meanwhile.
    expect(rest.join("")).not.toMatch(
      /<script(?![^>]*type="module"[^>]*async)[^>]*src=/,
    );
    const texts = await Promise.all(
      requests
        .filter((request) => request.resourceType() === "script")
        .map(async (request) => (await request.response())?.text()),
    );
    expect(requests.length).toBeLessThanOrEqual(12);
    expect(
      texts.filter((text) => /apexcharts-|powerbi/i.test(text ?? "")),
    ).toEqual([]);
  });
});

for (const [account, path] of [
  ["demo-company", "/reports/after-hours-patient-report"],
  ["demo-accounts", "/users"],
] as const) {
  test.describe(path, () => {
    test.use({ storageState: cookiesOf(account) });

    test(
      "is 12 requests with its sheets, its scripts and what follows them",
      { tag: path === "/users" ? "@at-length" : [] },
      async ({ page }) => {
        const requests = requestsOf(page);
        const soon = page.waitForRequest(/\/build\/soon-\w+\.js$/);
        await page.goto(path);
        await soon;
        await page.waitForLoadState("networkidle");
        expect(requests.length).toBeGreaterThan(8);
        expect(requests.length).toBeLessThanOrEqual(12);
      },
    );
  });
}
