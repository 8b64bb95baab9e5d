import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { all, documentOf, textOf, textsOf } from "./support/document";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type Portal,
} from "./support/portal";

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());

const ACCOUNTS = [
  "company",
  "accounts",
  "division",
  "region",
  "facility",
  "facilities",
  "physician",
  "physicians",
  "isnp",
];

describe("the sample Patient Profile", () => {
  it.each(ACCOUNTS)(
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

describe("a patient id", () => {
  it.each([
    "abc",
    "1a",
    "-1",
    "1.5",
    "1e3",
    "%20",
    "%D9%A1",
    "1%2F2",
    "9999999999999999",
    "9".repeat(300),
  ])("that is %s is not found", async (id) => {
    const browser = await portal.browser().loggedIn("company");
    const { status, text } = await browser.get(`/patient-profile/${id}`);
    expect(status).toBe(404);
    expect(text).toContain("Back to Home");
  });

  it("must be there", async () => {
    const browser = await portal.browser().loggedIn("company");
    expect((await browser.get("/patient-profile")).status).toBe(404);
    expect((await browser.get("/patient-profile/1/2")).status).toBe(404);
  });
});

describe("asked for by somebody else, or otherwise", () => {
  it("leads a stranger to login, and then to the page", async () => {
    const browser = portal.browser();
    expect((await browser.get("/patient-profile/7")).location).toBe("/login");
    expect((await browser.logIn("physician")).location).toBe(
      "/patient-profile/7",
    );
  });

  it("takes no post", async () => {
    const browser = await portal.browser().loggedIn("region");
    expect((await browser.post("/patient-profile/7", {})).status).toBe(405);
  });
});
