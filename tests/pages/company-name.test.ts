import { expect, it } from "vitest";
import { documentOf, textOf, textsOf } from "./support/document";
import { PORTAL_START_TIMEOUT_MS, startPortal } from "./support/portal";

it.each([
  ["the operator's name", "Hartwell Care", "Hartwell Care"],
  ["no product's name where the operator gave none", "", "All facilities"],
])(
  "the company overview and its inspector show %s",
  async (_, COMPANY_NAME, shown) => {
    const portal = await startPortal({ env: { COMPANY_NAME } });
    try {
      const browser = await portal.browser().loggedIn("company");
      const { text } = await browser.get("/company-overview?inspect=rth");
      const page = documentOf(text);
      const main = textOf(page.querySelector("main"));
      expect(textsOf(page, "main p")).toContain(shown);
      expect(main).toContain(`Company: ${shown}`);
      expect(main).not.toContain("Sojourn");
    } finally {
      await portal.stop();
    }
  },
  PORTAL_START_TIMEOUT_MS,
);
