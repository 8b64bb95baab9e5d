import { PASSWORD } from "./support/accounts";
import { alarm, logOut, signIn, submitLogin, title } from "./support/screens";
import { expect, test } from "./support/test";

test(
  "a wrong password says so, keeps the username and never sends the password back, and an unknown user is told the same",
  { tag: "@no-scripts" },
  async ({ page }) => {
    await page.goto("/login");
    await submitLogin(page, "demo-region", "not the password");
    const told = (await alarm(page).textContent()) ?? "";
    expect(told).not.toBe("");
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByLabel("Username")).toHaveValue("demo-region");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    expect(await page.content()).not.toContain("not the password");
    await submitLogin(page, "nobody-at-all", PASSWORD);
    await expect(page.getByLabel("Username")).toHaveValue("nobody-at-all");
    await expect(alarm(page)).toHaveText(told);
  },
);

test("the password can be shown and is hidden again", async ({ page }) => {
  await page.goto("/login");
  const toggle = page.getByRole("button", { name: /show password/i });
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("secret");
  await toggle.click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: /(show|hide) password/i }).click();
  await expect(password).toHaveAttribute("type", "password");
});

test(
  "a page asked for before login opens after it, filters and all, and for nobody but who was logged out there",
  { tag: "@no-scripts" },
  async ({ page }) => {
    const asked = "/company-overview?isnp=true";
    for (let visit = 0; visit < 2; visit += 1) {
      await page.goto(asked);
      await expect(page).toHaveURL(/\/login/);
      await submitLogin(page, "demo-company");
      await expect(page).toHaveURL(/\/company-overview\?isnp=true/);
      // Signed in, one has no business on the login page.
      await page.goto("/login");
      await expect(page).toHaveURL(/\/company-overview/);
      await logOut(page);
    }
    await page.goto(asked);
    await submitLogin(page, "demo-admin");
    await expect(title(page)).toHaveText(/^Company Overview/);
    await expect(page).not.toHaveURL(/isnp/);
  },
);

test(
  "logging out ends the session for the back button and for a kept cookie",
  { tag: "@no-scripts" },
  async ({ page, context, playwright, baseURL }) => {
    await signIn(page, "demo-company");
    await expect(title(page)).toHaveText(/^Company Overview/);
    const kept = await context.storageState();

    await logOut(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByLabel("Username")).toBeVisible();

    const thief = await playwright.request.newContext({
      baseURL,
      storageState: kept,
    });
    const answer = await thief.get("/company-overview", { maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers().location).toMatch(/^\/login/);
    await thief.dispose();
  },
);
