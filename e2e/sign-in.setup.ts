import { ACCOUNTS, cookiesOf } from "./support/accounts";
import { signIn } from "./support/screens";
import { test as setup } from "./support/test";

for (const account of ACCOUNTS) {
  setup(`${account} signs in once for the journeys`, async ({ page }) => {
    await signIn(page, account);
    await page.context().storageState({ path: cookiesOf(account) });
  });
}
