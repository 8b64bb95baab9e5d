import { ACCOUNTS, cookiesOf, PASSWORD } from "./support/accounts";
import { expect, test as setup } from "./support/test";

for (const account of ACCOUNTS) {
  // Without a page: login.spec.ts has the one that people see.
  setup(
    `${account} signs in once for the journeys`,
    async ({ request, baseURL }) => {
      const answer = await request.post("/login", {
        headers: { origin: baseURL ?? "" },
        form: { username: account, password: PASSWORD },
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(302);
      await request.storageState({ path: cookiesOf(account) });
    },
  );
}
