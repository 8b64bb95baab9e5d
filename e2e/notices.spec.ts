import type { Locator, Page } from "@playwright/test";
import { cookiesOf } from "./support/accounts";
import { seeOldData } from "./support/old-data";
import { awake } from "./support/panels";
import { signIn, title } from "./support/screens";
import { expect, test } from "./support/test";

const UNREAD =
  /There are \d+ unread notes in your After-Hours Patient Report\./;
const PHONE = { width: 360, height: 640 };
/** As narrow as a window can be in which notices still float. */
const NARROW = { width: 640, height: 640 };

function unreadNotice(page: Page): Locator {
  return page.locator("#notices li").filter({ hasText: UNREAD });
}

function freshnessBar(page: Page): Locator {
  return page.getByRole("complementary", { name: "Data freshness" });
}

/** Goes to a page without loading the document again, as a link does. */
async function goByScript(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const { __remixRouter: router } = window as unknown as {
      __remixRouter: { navigate: (to: string) => Promise<void> };
    };
    await router.navigate(to);
  }, path);
}

async function signInAsPhysician(page: Page, scripts: boolean) {
  await signIn(page, "demo-physician");
  await awake(page, scripts);
  await expect(unreadNotice(page)).toBeVisible();
}

test.describe("unread notes", () => {
  test(
    "are told at the bottom left, or without scripts in the page, over nothing, and are not printed",
    { tag: "@no-scripts" },
    async ({ page, scripts }) => {
      await signInAsPhysician(page, scripts);
      const box = (await page.locator("#notices ul").boundingBox())!;
      const heading = (await title(page).boundingBox())!;
      const { height } = page.viewportSize()!;
      if (scripts) {
        expect(box.x).toBeLessThan(32);
        expect(box.width).toBeLessThanOrEqual(26 * 16);
        expect(height - (box.y + box.height)).toBeLessThan(32);
      } else {
        expect(box.y + box.height).toBeLessThanOrEqual(heading.y);
      }
      await expect(
        unreadNotice(page).getByRole("link", { name: "VIEW REPORT" }),
      ).toHaveAttribute(
        "href",
        "/reports/after-hours-patient-report/?hours=72",
      );
      await page.emulateMedia({ media: "print" });
      await expect(unreadNotice(page)).toBeHidden();
    },
  );

  test(
    "cover nothing that has the focus in a narrow window, and the page's end can be seen",
    { tag: "@at-length" },
    async ({ page }) => {
      await page.setViewportSize(NARROW);
      await signInAsPhysician(page, true);
      const notice = page.locator("#notices ul");
      const covered = await tabThrough(page);
      expect(covered.stops).toBeGreaterThan(20);
      expect(covered.hidden).toEqual([]);

      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(async () => {
        const footer = (await page.getByRole("contentinfo").boundingBox())!;
        const { y } = (await notice.boundingBox())!;
        expect(footer.y + footer.height).toBeLessThanOrEqual(y);
      }).toPass({ timeout: 10_000 });
    },
  );
});

/** Goes through the page with Tab; what had the focus under a notice is named. */
async function tabThrough(
  page: Page,
): Promise<{ stops: number; hidden: string[] }> {
  await page.locator("main").focus();
  const hidden: string[] = [];
  for (let stops = 0; stops < 200; stops += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const { activeElement } = document;
      const area = document.querySelector("#notices ul");
      if (!activeElement || activeElement === document.body) return null;
      if (!area || area.contains(activeElement)) return "";
      const one = activeElement.getBoundingClientRect();
      const other = area.getBoundingClientRect();
      // Larger than the window, as a table that scrolls, it shows at its top.
      const top = Math.min(one.top, window.innerHeight);
      const isClear =
        top < other.top - 1 && Math.min(one.bottom, top + 24) <= other.top;
      return isClear || one.left >= other.right ? "" : activeElement.outerHTML;
    });
    if (found === null) return { stops, hidden };
    if (found !== "") hidden.push(found.slice(0, 120));
  }
  return { stops: 200, hidden };
}

test.describe("data that are old", () => {
  test(
    "are told over the header, after the skip link, and fit a phone",
    { tag: ["@at-length", "@no-scripts-at-length"] },
    async ({ page }) => {
      await page.setViewportSize(PHONE);
      await seeOldData(page, 5);
      const bar = freshnessBar(page);
      await expect(bar).toContainText(
        /Warning: PCC data was last imported successfully on .* ET, and the team/,
      );
      const barBox = (await bar.boundingBox())!;
      const header = (await page.getByRole("banner").boundingBox())!;
      expect(barBox.y + barBox.height).toBeLessThanOrEqual(header.y + 1);
      await page.keyboard.press("Tab");
      await expect(
        page.getByRole("link", { name: "Skip to main content" }),
      ).toBeFocused();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      // The time goes to the next line whole, where it goes.
      const lines = await page
        .getByRole("contentinfo")
        .getByText(/accurate as of/)
        .evaluate((element) => {
          const text = element.firstChild as Text;
          const tops = [
            text.data.search(/\d\d:\d\d/),
            text.data.indexOf("ET"),
            text.length - 1,
          ].map((at) => {
            const range = document.createRange();
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            return range.getBoundingClientRect().top;
          });
          return new Set(tops).size;
        });
      expect(lines).toBe(1);
    },
  );
});

test.describe("an error page", () => {
  test.use({ storageState: cookiesOf("demo-company") });

  test(
    "that scripts go to is the same as one that is loaded",
    { tag: "@at-length" },
    async ({ page }) => {
      await page.goto("/company-overview");
      await awake(page, true);
      const texts: string[] = [];
      for (const path of ["/users", "/no-such-page"]) {
        await goByScript(page, path);
        await expect(title(page)).toHaveText(/\(40[34]\)$/);
        await expect(page).toHaveURL(new RegExp(`${path}$`));
        texts.push(await title(page).innerText());
        await expect(page.locator("main svg.drawing")).toBeVisible();
        await page.goBack();
        await expect(title(page)).toHaveText(/Company Overview/);
      }
      for (const path of ["/users", "/no-such-page"]) {
        await page.goto(path);
        await expect(title(page)).toHaveText(texts.shift() ?? "");
      }
      await page.getByRole("link", { name: "Back to Home" }).click();
      await expect(title(page)).toHaveText(/Company Overview/);
    },
  );
});
