import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { documentOf } from "./support/document";
import type { Browser } from "./support/browser";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

let portal: Portal;
onPortal((started) => (portal = started));
let company: Browser;
beforeAll(async () => {
  company = await portal.browser().loggedIn("company");
});

it("names the sheet of later pages in no element, which would be shown", async () => {
  const { text, headers } = await portal.browser().get("/login");
  expect(text).not.toContain("prefetch");
  expect(headers.get("link")).toMatch(
    /^<\/build\/_assets\/tailwind-\w+\.css>; rel=prefetch$/,
  );
});

it("parts words by more than their style", async () => {
  const body = documentOf((await company.get("/search")).text).body;
  expect(body.textContent).toMatch(/Sojourn Locations/);
});

it("packs a file to save only for who unpacks what it saves", async () => {
  const encodingFor = async (accepted: string) => {
    const file = await company.get(
      "/metric-data/company/0?measure=patient_count",
      {
        headers: { "accept-encoding": accepted },
      },
    );
    expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
    return file.headers.get("content-encoding");
  };
  expect(await encodingFor("gzip, deflate, br")).toBe("gzip");
  expect(await encodingFor("gzip, compress, bzip2")).toBeNull();
});

/** Styles of the portal and of its login page, as they are sent. */
async function sentSheets(): Promise<string[]> {
  const { text } = await company.get("/search");
  const href = documentOf(text)
    .querySelector("link[rel=stylesheet]")
    ?.getAttribute("href");
  const login = documentOf((await portal.browser().get("/login")).text);
  return [
    readFileSync(`public${href}`, "utf8"),
    login.querySelector("style")?.textContent ?? "",
  ];
}

/** What an engine knows that passes over each @supports: its rules by their selector, the last one counting. */
function withoutSupports(sheet: string): string {
  let rest = sheet;
  for (;;) {
    const at = rest.indexOf("@supports");
    if (at < 0) return rest;
    let end = rest.indexOf("{", at) + 1;
    for (let depth = 1; depth > 0 && end < rest.length; end += 1) {
      if (rest[end] === "{") depth += 1;
      if (rest[end] === "}") depth -= 1;
    }
    rest = rest.slice(0, at) + rest.slice(end);
  }
}

it("tells links and buttons where no colours are known", async () => {
  for (const sheet of await sentSheets()) {
    const known = withoutSupports(sheet);
    expect(known).toMatch(/[}]a\{[^}]*text-decoration:underline\}/);
    expect(known).not.toMatch(/\.border-unseen|\.max-h-table/);
    expect(sheet).toMatch(/\.border-unseen\{border-color:transparent\}/);
  }
});

it("shows no labels of drawings where nothing is drawn", async () => {
  const [sheet = ""] = await sentSheets();
  expect(withoutSupports(sheet)).toMatch(/svg text\{display:none\}/);
  expect(sheet).toMatch(/svg text\{display:inline\}/);
});

it("hides words that are only heard where icons are drawn alone", async () => {
  for (const sheet of await sentSheets()) {
    // Where they are not hidden, a gap keeps them from the word before.
    expect(sheet).toMatch(/\.sr-only\s*\{\s*margin-left/);
    const hidden = [...sheet.matchAll(/([^{}]*)\{\s*\.sr-only\s*\{/g)];
    expect(hidden.map(([, rule]) => rule?.trim())).toEqual([
      expect.stringMatching(/^@supports/),
    ]);
  }
});
