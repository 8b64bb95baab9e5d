import axe from "axe-core";
import type { CDPSession, Page } from "@playwright/test";
import { expectNoViolations } from "./support/axe";
import { tabTo } from "./support/keys";
import { alarm, submitLogin, title } from "./support/screens";
import { signInWithFactor } from "./support/second-factor";
import { expect, test } from "./support/test";

/** Passkeys belong to a domain, which an address of numbers is not. */
const onLocalhost = (baseURL = "") => baseURL.replace("127.0.0.1", "localhost");

/** Gives the browser of a page an authenticator of its own, whose user is always there. */
async function withAuthenticator(
  page: Page,
): Promise<{ session: CDPSession; authenticatorId: string }> {
  // Whoever brings it into a page later would end the authenticator with their own session.
  await page.addInitScript({ content: axe.source });
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send(
    "WebAuthn.addVirtualAuthenticator",
    {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    },
  );
  return { session, authenticatorId };
}

test("a user adds a passkey, logs in with it by the keyboard, and removes it", async ({
  page,
  browser,
  baseURL,
}) => {
  const origin = onLocalhost(baseURL);
  const context = await browser.newContext({ baseURL: origin });
  const own = await context.newPage();
  const { user, codes } = await signInWithFactor(own, browser, baseURL ?? "");
  await withAuthenticator(own);
  await own.reload();

  await own.getByRole("link", { name: "Add a passkey" }).click();
  await expect(title(own)).toHaveText("Add a passkey");
  await expectNoViolations(own);
  await tabTo(own, { tag: "BUTTON", name: /^Make a passkey$/ });
  await own.keyboard.press("Enter");
  const name = own.getByLabel("Name of the passkey");
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/^Your passkey is made\./);
  await expect(name).toHaveValue(/^Passkey of \d\d\/\d\d\/\d{4}$/);
  await expectNoViolations(own);
  await name.fill("Ward phone");
  const code = own.getByLabel("Code from your current app");
  const password = own.getByLabel("Your password", { exact: true });
  await code.fill("000000");
  await password.fill(user.password);
  await own.getByRole("button", { name: "Add a passkey" }).click();
  await expect(alarm(own)).toContainText("This code is wrong");
  // The passkey that was made is not lost by a wrong code, nor its name.
  await expect(code).toHaveValue("");
  await expect(name).toHaveValue("Ward phone");
  await code.fill(codes[0] ?? "");
  await password.fill(user.password);
  await own.getByRole("button", { name: "Add a passkey" }).click();
  await expect(own.getByText("Your passkey is added.")).toBeVisible();
  await expect(own.getByText("Ward phone").first()).toBeVisible();
  await expect(own.getByText("not used yet")).toBeVisible();
  await expectNoViolations(own);

  await own.getByRole("button", { name: "Log out" }).click();
  await expect(own).toHaveURL(/\/login/);
  await own.goto("/search?q=re");
  await submitLogin(own, user.username, user.password);
  await expect(title(own)).toHaveText("Enter your code");
  await expect(
    own.getByRole("button", { name: "Use a passkey" }),
  ).toBeVisible();
  await expectNoViolations(own);
  await tabTo(own, { tag: "BUTTON", name: /^Use a passkey$/ });
  await own.keyboard.press("Enter");
  await expect(own).toHaveURL(/\/search\?q=re/);

  await own.goto("/sign-in-settings");
  await expect(own.getByText("by password and passkey")).toBeVisible();
  await expect(own.getByText(/^Added on .*, last used/)).toBeVisible();
  await own.getByRole("link", { name: "Remove Ward phone" }).click();
  await expect(title(own)).toHaveText("Remove a passkey");
  await expectNoViolations(own);
  await code.fill(codes[1] ?? "");
  await password.fill(user.password);
  await own.getByRole("button", { name: "Remove" }).click();
  await expect(own.getByText("Your passkey is removed.")).toBeVisible();
  await expect(own.getByText("Ward phone")).toHaveCount(0);

  // What the portal does not know any more is refused, and a code is a way.
  await own.getByRole("button", { name: "Log out" }).click();
  await expect(own).toHaveURL(/\/login/);
  await submitLogin(own, user.username, user.password);
  await expect(title(own)).toHaveText("Enter your code");
  await expect(own.getByRole("button", { name: "Use a passkey" })).toHaveCount(
    0,
  );
  await context.close();
  await page.close();
});
