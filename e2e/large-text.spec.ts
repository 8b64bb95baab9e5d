import { cookiesOf } from "./support/accounts";
import { expect, test } from "./support/test";

test.use({
  storageState: cookiesOf("demo-company"),
  viewport: { width: 360, height: 740 },
});

test("the frame of a page fits a phone with text of twice the size", async ({
  page,
}) => {
  // After it the foot says how old the data are.
  await page.goto("/company-overview");
  for (const path of ["/search?q=ar", "/patient-profile/1"]) {
    await page.goto(path);
    await expect(page.getByText(/^Data is accurate as of/)).toBeVisible();
    const overflow = await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
      return document.documentElement.scrollWidth - window.innerWidth;
    });
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
