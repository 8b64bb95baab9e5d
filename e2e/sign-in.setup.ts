import { ACCOUNTS, cookiesOf, PASSWORD } from "./support/accounts";
import { expect, test as setup } from "./support/test";

// In one test, so that one worker starts for it, and without a page: late-panels.spec.ts fills in the one that people see.
setup(
  "each account signs in once for the journeys",
  async ({ playwright, baseURL }) => {
    for (const account of ACCOUNTS) {
      const request = await playwright.request.newContext({ baseURL });
      const answer = await request.post("/login", {
        headers: { origin: baseURL ?? "" },
        form: { username: account, password: PASSWORD },
        maxRedirects: 0,
      });
      expect(answer.status(), account).toBe(302);
      await request.storageState({ path: cookiesOf(account) });
      await request.dispose();
    }
  },
);
