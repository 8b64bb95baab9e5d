import type { Locator, Page } from "@playwright/test";
import { cookiesOf, type Account } from "./support/accounts";
import { awake } from "./support/panels";
import { list, rows, signIn, title } from "./support/screens";
import { expect, test } from "./support/test";

const PHONE = { width: 360, height: 740 };

/** The lists whose rows are blocks on a phone, what heads the rows of each, and what can be done about one. */
const LISTS: [
  account: Account,
  path: string,
  name: string,
  heading: RegExp,
  actions?: RegExp[],
][] = [
  ["demo-accounts", "/users", "Users", /^\w+, \w+/, [/^Edit/, /^Delete/]],
  [
    "demo-accounts",
    "/users/reports-config",
    "Who sees which report",
    /Report|Stewardship/,
  ],
  ["demo-accounts", "/users/audit-trail", "Events", /^\d\d\/\d\d\/\d{4}/],
  [
    "demo-region",
    "/incomplete-data",
    "Instances of Incomplete Data",
    /^(\d+|Unknown)/,
  ],
  [
    "demo-company",
    "/reports/cms-qies-reports",
    "Requested reports",
    /Report|MDS|Errors?|SNF/,
    [/^Download/],
  ],
  [
    "demo-company",
    "/reports/after-hours-patient-report?hours=72",
    "After Hours Patient Report",
    /^\w+, \w+/,
  ],
  [
    "demo-company",
    "/transfers/company/0?list=all",
    "All transfers",
    /^\w+, \w+/,
  ],
];

/** How the parts of a list's first row lie, and whether anything of it has to be scrolled to. */
async function blocksOf(page: Page, name: string) {
  return list(page, name).evaluate((table) => {
    const row = table.querySelector("tbody tr")!;
    const { top, left, right } = row.getBoundingClientRect();
    const heading = row.querySelector("th")!.getBoundingClientRect();
    const cells = [...row.querySelectorAll("td")].filter(
      (cell) => cell.childNodes.length > 0,
    );
    const boxes = cells.map((cell) => cell.getBoundingClientRect());
    const region = table.parentElement!;
    return {
      isHeadingFirst: boxes.every((box) => box.top >= heading.bottom - 1),
      isInWindow: left >= 0 && right <= innerWidth && heading.top >= top,
      rowsApart: boxes.every((box, at) =>
        boxes.every(
          (other, place) =>
            at === place ||
            box.bottom <= other.top + 1 ||
            other.bottom <= box.top + 1,
        ),
      ),
      labels: cells.map(
        (cell) => getComputedStyle(cell, "::before").content !== "none",
      ),
      areLabelsWrapped: cells.every(
        (cell) => getComputedStyle(cell, "::before").whiteSpace === "normal",
      ),
      hidden: [
        region.scrollWidth - region.clientWidth,
        region.scrollHeight - region.clientHeight,
      ],
    };
  });
}

/** What is done about a row are buttons that fill the lines of its block. */
async function expectFilled(
  table: Locator,
  actions: readonly RegExp[],
): Promise<void> {
  const link = (action: RegExp) => ({ name: action });
  const row = actions.reduce(
    (found, action) =>
      found.filter({ has: table.page().getByRole("link", link(action)) }),
    rows(table),
  );
  const block = (await row.first().boundingBox())!;
  const links = await row.first().locator(".row-action").all();
  const boxes = await Promise.all(
    links.map(async (one) => (await one.boundingBox())!),
  );
  for (const { y, height } of boxes) {
    expect(height).toBeGreaterThanOrEqual(40);
    const line = boxes.filter((box) => Math.abs(box.y - y) < 1);
    const left = Math.min(...line.map((box) => box.x));
    const right = Math.max(...line.map((box) => box.x + box.width));
    expect(left).toBeCloseTo(block.x + 16, 0);
    expect(right).toBeCloseTo(block.x + block.width - 16, 0);
  }
}

for (const [account, path, name, heading, actions = []] of LISTS) {
  test.describe(`the list '${name}'`, () => {
    test.use({ storageState: cookiesOf(account), viewport: PHONE });

    test(
      `'${name}' is a block per row on a phone, under the name of the row, and still a table`,
      { tag: ["@at-length", "@no-scripts-at-length"] },
      async ({ page }) => {
        await page.goto(path);
        const table = list(page, name);
        const first = rows(table).first();
        await expect(first.getByRole("rowheader")).toHaveText(heading);
        const heads = await table.getByRole("columnheader").count();
        expect(
          (await first.getByRole("cell").count()) +
            (await first.getByRole("rowheader").count()),
        ).toBe(heads);
        const blocks = await blocksOf(page, name);
        expect(blocks).toMatchObject({
          isHeadingFirst: true,
          isInWindow: true,
          rowsApart: true,
          areLabelsWrapped: true,
          hidden: [0, 0],
        });
        expect(blocks.labels).toContain(true);
        if (actions.length > 0) await expectFilled(table, actions);
        await page.setViewportSize({ width: 1280, height: 800 });
        expect((await blocksOf(page, name)).labels).not.toContain(true);
      },
    );
  });
}

/** Boxes of the page that are scrolled up and down by themselves, dialogs and popups aside. */
async function innerScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main *")]
      .filter(
        (one) =>
          one.checkVisibility() &&
          /auto|scroll/.test(getComputedStyle(one).overflowY) &&
          one.scrollHeight > one.clientHeight + 1,
      )
      .map((one) => one.getAttribute("aria-label") ?? one.className),
  );
}

test.describe("a long list", () => {
  for (const [account, path] of [
    ["demo-physicians", "/"],
    ["demo-company", "/reports/medical-staff-report"],
    ["demo-company", "/reports/cms-qies-reports"],
    ["demo-region", "/incomplete-data"],
  ] as const) {
    test.describe(`of ${account} at ${path}`, () => {
      test.use({ storageState: cookiesOf(account) });

      test(
        `is scrolled with the page, of ${account} at ${path}`,
        { tag: ["@at-length", "@no-scripts-at-length"] },
        async ({ page }) => {
          await page.goto(path);
          await expect(title(page)).toBeVisible();
          for (const width of [360, 768, 1280]) {
            await page.setViewportSize({ width, height: 740 });
            expect(await innerScrollers(page), `at ${width} px`).toEqual([]);
          }
        },
      );
    });
  }

  test.describe("where all its columns have room", () => {
    test.use({
      storageState: cookiesOf("demo-physicians"),
      viewport: { width: 1280, height: 800 },
    });

    test(
      "keeps its head in the window, which covers nothing that has the focus",
      { tag: ["@at-length", "@no-scripts-at-length"] },
      async ({ page }) => {
        await page.goto("/");
        const table = list(page, "Patient List");
        await rows(table).nth(40).scrollIntoViewIfNeeded();
        const head = table.getByRole("columnheader").first();
        await expect(head).toBeInViewport({ ratio: 1 });
        expect((await head.boundingBox())!.y).toBeLessThan(1);
        // What stands beside it is there as well.
        await expect(
          page.getByRole("heading", { name: "30 Day OP Ed Visits" }),
        ).toBeInViewport();
      },
    );
  });

  test.describe("of links", () => {
    test.use({
      storageState: cookiesOf("demo-company"),
      viewport: { width: 1280, height: 500 },
    });

    test(
      "has no focus under its head, also on the way back",
      { tag: ["@at-length", "@no-scripts-at-length"] },
      async ({ page }) => {
        await page.goto("/reports/medical-staff-report");
        const links = rows(list(page, "Medical Staff")).getByRole("link");
        await links.nth(40).focus();
        for (let step = 0; step < 20; step += 1) {
          await page.keyboard.press("Shift+Tab");
          const isSeen = await page.evaluate(() => {
            const focused = document.activeElement!;
            const { left, top } = focused.getBoundingClientRect();
            return focused.contains(
              document.elementFromPoint(left + 4, top + 4),
            );
          });
          expect(isSeen, `at step ${step}`).toBe(true);
        }
      },
    );
  });
});

/** Waits until scripts have taken the notes over, where there are any. */
async function withScripts(page: Page, scripts: boolean): Promise<void> {
  if (!scripts) return;
  await expect(
    page.getByRole("button", { name: /^Copy MRN#/ }).first(),
  ).toBeVisible();
}

test.describe("the header", () => {
  test(
    "has 'Log out' in one press at every width, in two rows at most",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page, scripts }) => {
      // A session of its own: it ends here.
      await signIn(page, "demo-company");
      await awake(page, scripts);
      for (const width of [320, 360, 640, 768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 740 });
        const banner = page.getByRole("banner");
        const button = banner.getByRole("button", { name: "Log out" });
        await expect(button, `at ${width} px`).toBeInViewport({ ratio: 1 });
        const account = banner.getByTitle("Demo Company");
        await expect(account).toBeInViewport({ ratio: 1 });
        const rowsHigh = width < 640 ? 2 : 1;
        expect(
          (await banner.boundingBox())!.height,
          `at ${width} px`,
        ).toBeLessThanOrEqual(rowsHigh * 48 + 1);
        await account.click();
        const menu = (await banner
          .locator("details[open] > div")
          .boundingBox())!;
        expect(menu.x).toBeGreaterThanOrEqual(0);
        expect(menu.x + menu.width).toBeLessThanOrEqual(width);
        await account.click();
      }
      await page.getByRole("button", { name: "Log out" }).first().click();
      await expect(page).toHaveURL(/\/login/);
    },
  );
});

test.describe("notices on a phone", () => {
  test.use({ viewport: PHONE });

  test(
    "stand over the heading of the page, and cover nothing",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page, scripts }) => {
      await signIn(page, "demo-physician");
      await awake(page, scripts);
      const notice = page.locator("#notices ul");
      await expect(notice).toHaveText(/unread notes/);
      const box = (await notice.boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(
        (await title(page).boundingBox())!.y,
      );
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect(notice).not.toBeInViewport();
    },
  );

  test(
    "that leave by themselves move nothing, and what was copied says so itself",
    { tag: "@at-length" },
    async ({ page }) => {
      await page.clock.install();
      await signIn(page, "demo-company");
      await page.goto("/reports/after-hours-patient-report?hours=72");
      await withScripts(page, true);
      const number = page.getByRole("button", { name: /^Copy MRN#/ }).first();
      await number.click();
      const done = page
        .locator("#notices")
        .getByText("MRN# copied to clipboard");
      await expect(done).toBeAttached();
      await expect(number).toHaveText(/\(copied\)$/);
      await page.evaluate(() => scrollTo(0, 0));
      const before = (await title(page).boundingBox())!.y;
      await page.clock.fastForward(11_000);
      await expect(done).toHaveCount(0);
      await expect(number).not.toHaveText(/copied/);
      expect((await title(page).boundingBox())!.y).toBe(before);
    },
  );
});
