import { cookiesOf } from "./support/accounts";
import { expectColoursHold } from "./support/axe";
import { COLOURFUL, SCREENS } from "./support/pages/every-screen";
import { test } from "./support/test";

// screens.spec.ts asks the same of the others.
for (const { name, account, open } of SCREENS) {
  if (COLOURFUL.includes(name)) continue;
  test.describe(name, () => {
    test.use({ storageState: account ? cookiesOf(account) : undefined });

    test(`${name} has its contrasts in dark and in forced colours`, async ({
      page,
    }) => {
      if (typeof open === "string") await page.goto(open);
      else await open(page);
      await expectColoursHold(page);
    });
  });
}
