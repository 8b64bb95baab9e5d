import { cookiesOf } from "./support/accounts";
import { list, title } from "./support/screens";
import { expect, test } from "./support/test";

// A facility that no other journey opens the list of.
const PAGE = "/today/facility/102";

test.use({ storageState: cookiesOf("demo-company") });

test("a tick neither scrolls nor takes the focus, and a line is saved by leaving it for another page", async ({
  page,
}) => {
  await page.goto(PAGE);
  await expect(page.locator("html[data-clock=running]")).toBeAttached();
  const row = list(page, "Need attention").getByRole("row").last();
  const tick = row.getByRole("button", { name: /^(Discussed|Undo):/ });
  await tick.focus();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await page.keyboard.press("Enter");
  await expect(tick).toHaveText("Undo");
  await expect(tick).toBeFocused();
  expect(await scrolled()).toBe(before);
  await row.getByRole("textbox").fill("Ask the lab");
  await row.getByRole("link").click();
  await expect(title(page)).not.toHaveText(/^Today/);
  await expect(async () => {
    await page.goto(PAGE);
    await expect(row.getByRole("textbox")).toHaveValue("Ask the lab", {
      timeout: 1000,
    });
  }).toPass();
});

test("short values of a resident share lines on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(PAGE);
  const row = list(page, "Others in house").getByRole("row").last();
  const tops = await row
    .locator("td:not(:empty)")
    .evaluateAll((cells) =>
      cells.map((cell) => Math.round(cell.getBoundingClientRect().top)),
    );
  expect(new Set(tops).size).toBeLessThan(tops.length);
});
