import { describe, expect, it } from "vitest";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

let portal: Portal;
onPortal((started) => (portal = started));

describe("the sample Patient Profile", () => {
  it.each(["accounts", "physician"])(
    "is there for %s, without any patient",
    async (username) => {
      const browser = await portal.browser().loggedIn(username);
      const { status, text } = await browser.get("/patient-profile/1");
      expect(status).toBe(200);
      expect(text).not.toMatch(/Canary|\bM1\b/);
      const page = documentOf(text);
      expect(page.title).toBe("Patient Profile – Sojourn");
      expect(textsOf(page, "h1")).toEqual(["Patient Profile"]);
      expect(textsOf(page, "[aria-label=Breadcrumbs] li")).toEqual([
        "Dashboard",
        "Patient Profile",
      ]);
      expect(textOf(page.querySelector("main"))).toContain(
        "This page is a sample. It is not connected to any data and shows no patient.",
      );
    },
  );

  it("has labelled fields that hold no data", async () => {
    const browser = await portal.browser().loggedIn("physician");
    const page = documentOf((await browser.get("/patient-profile/1")).text);
    expect(textsOf(page, "dl dt")).toContain("Admission date");
    expect(new Set(textsOf(page, "dl dd"))).toEqual(new Set(["Not connected"]));
    expect(all(page, "dl dt")).toHaveLength(all(page, "dl dd").length);
  });

  it("is one page for all ids: whether there is such a patient it does not tell", async () => {
    const browser = await portal.browser().loggedIn("physician");
    const [own, other] = await Promise.all(
      ["/patient-profile/1", "/patient-profile/999999999999999"].map(
        async (path) => {
          const page = documentOf((await browser.get(path)).text);
          return textOf(page.querySelector("main"));
        },
      ),
    );
    expect(own).toBe(other);
  });
});
