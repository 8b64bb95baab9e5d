import { describe, expect, it } from "vitest";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const PATH = "/incomplete-data";

let portal: Portal;
onPortal((started) => (portal = started));

async function open(username: string, path = PATH) {
  const browser = await portal.browser().loggedIn(username);
  const { status, text } = await browser.get(path);
  expect(status).toBe(200);
  return documentOf(text);
}

describe("the Incomplete Data page", () => {
  it.each([
    ["accounts", null],
    ["physician", "/"],
  ])(
    "is there for %s, under a dashboard that leads home where there is one",
    async (username, href) => {
      const page = await open(username);
      expect(page.title).toBe("Incomplete Data – Sojourn");
      expect(textsOf(page, "h1")).toEqual(["Incomplete Data"]);
      const crumbs = all(page, "[aria-label=Breadcrumbs] li > *");
      expect(crumbs.map(textOf)).toEqual(["Dashboard", "Incomplete Data"]);
      expect(crumbs[0]?.getAttribute("href")).toBe(href);
      expect(crumbs[1]?.getAttribute("aria-current")).toBe("page");
    },
  );

  it("has seven columns in capitals and thirty rows", async () => {
    const page = await open("region");
    expect(textsOf(page, "main h2")).toEqual(["Instances of Incomplete Data"]);
    expect(textsOf(page, "table caption")).toEqual([
      "Instances of Incomplete Data",
    ]);
    expect(textsOf(page, "thead th")).toEqual([
      "CLIENT ID",
      "MRN",
      "FIRST NAME",
      "LAST NAME",
      "ADMISSION EFFECTIVE DATE",
      "DISCHARGE CENSUS ID",
      "DISCHARGE EFFECTIVE DATE",
    ]);
    expect(all(page, "tbody tr")).toHaveLength(30);
    expect(textsOf(page, "tbody tr:first-child > *")).toEqual([
      "40101",
      "MR-20417",
      "Arlen",
      "Quillfeather",
      "01/14/2026",
      "88012",
      "02/03/2026",
    ]);
  });

  it("writes out what is missing, in every column, and each row has a name of its own", async () => {
    const page = await open("region");
    for (const column of [1, 2, 3, 4, 5, 6, 7]) {
      const texts = textsOf(page, `tbody tr > :nth-child(${column})`);
      expect(texts).toHaveLength(30);
      expect(texts).not.toContain("");
      const unknown = texts.filter((text) => text.startsWith("Unknown"));
      expect(unknown.length).toBeGreaterThan(0);
      expect(unknown.length).toBeLessThan(15);
    }
    const names = textsOf(page, "tbody th[scope=row]");
    expect(names).toContain("Unknown, row 19");
    expect(new Set(names).size).toBe(30);
    expect(all(page, "tbody .text-muted").map(textOf)).toContain("Unknown");
  });

  it("says that these are samples and no patient of the viewer", async () => {
    const page = await open("physician");
    expect(textOf(page.querySelector("main"))).toContain(
      "These are sample rows with invented names. They show none of your patients.",
    );
    expect(textOf(page.querySelector("main"))).not.toContain("Canary");
  });
});

describe("the sample Patient Profile", () => {
  it.each(["accounts", "physician"])(
    "is there for %s, with labelled fields that hold no data of any patient",
    async (username) => {
      const page = await open(username, "/patient-profile/1");
      expect(textOf(page.querySelector("html"))).not.toMatch(/Canary|\bM1\b/);
      expect(page.title).toBe("Patient Profile – Sojourn");
      expect(textsOf(page, "h1")).toEqual(["Patient Profile"]);
      expect(textsOf(page, "[aria-label=Breadcrumbs] li")).toEqual([
        "Dashboard",
        "Patient Profile",
      ]);
      expect(textOf(page.querySelector("main"))).toContain(
        "This page is a sample. It is not connected to any data and shows no patient.",
      );
      expect(textsOf(page, "dl dt")).toContain("Admission date");
      expect(new Set(textsOf(page, "dl dd"))).toEqual(
        new Set(["Not connected"]),
      );
      expect(all(page, "dl dt")).toHaveLength(all(page, "dl dd").length);
    },
  );

  it("is one page for all ids: whether there is such a patient it does not tell", async () => {
    const [own, other] = await Promise.all(
      ["1", "999999999999999"].map(async (id) =>
        textOf(
          (await open("physician", `/patient-profile/${id}`)).querySelector(
            "main",
          ),
        ),
      ),
    );
    expect(own).toBe(other);
  });
});

it("the systems test says that it is in progress", async () => {
  for (const path of ["", "/", "?from=x"]) {
    const page = await open("physician", `/reports/system-test${path}`);
    expect(page.title).toBe("Systems test in progress – Sojourn");
    expect(textsOf(page, "h1")).toEqual(["Systems test in progress"]);
  }
});
