import { expect, it } from "vitest";
import { documentOf, textOf, textsOf } from "./support/document";
import { PORTAL_START_TIMEOUT_MS, startPortal } from "./support/portal";

it(
  "the company overview and its inspector show the operator's name",
  async () => {
    const env = { COMPANY_NAME: "Hartwell Care" };
    const portal = await startPortal({ env });
    try {
      const browser = await portal.browser().loggedIn("company");
      const { text } = await browser.get("/company-overview?inspect=rth");
      const page = documentOf(text);
      expect(textsOf(page, "main p")).toContain("Hartwell Care");
      expect(textOf(page.querySelector("main"))).toContain(
        "Company: Hartwell Care",
      );
    } finally {
      await portal.stop();
    }
  },
  PORTAL_START_TIMEOUT_MS,
);
