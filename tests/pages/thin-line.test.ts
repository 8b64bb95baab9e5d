import { readdirSync, readFileSync, statSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loginMessages } from "~/features/sign-in/rules/login-messages";
import { all, documentOf } from "./support/document";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "./support/portal";
import { rawRequest } from "./support/raw-request";
import { idleFor } from "./support/stored-sessions";

const BROTLI = { "accept-encoding": "br" };

let portal: OwnPortal;
/** The address of the whole style sheet, as pages but the login page name it. */
let sheet: string;
beforeAll(async () => {
  portal = await startPortal();
  const browser = await portal.browser().loggedIn("company");
  const { text } = await browser.get("/company-overview");
  const link = documentOf(text).querySelector(
    'link[rel="stylesheet"]:not([media])',
  );
  sheet = link?.getAttribute("href") ?? "";
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());

const raw = (path: string, init: RequestInit = {}) =>
  fetch(portal.origin + path, init);

/** The login page as it is when it is opened, and when a session has just ended. */
async function loginPages(): Promise<string[]> {
  const stranger = portal.browser();
  const opened = await stranger.get("/login");
  const browser = await portal.browser().loggedIn("company");
  idleFor(portal, 24 * 3_600_000);
  await browser.get("/company-overview");
  const ended = await browser.get("/login");
  expect(ended.text).toContain(loginMessages.expired);
  return [opened.text, ended.text];
}

it("the login page brings each style that it uses of the whole sheet, and asks for no sheet", async () => {
  const whole = readFileSync(`public${sheet}`, "utf8");
  for (const text of await loginPages()) {
    const page = documentOf(text);
    const own = page.querySelector("style")?.textContent ?? "";
    const isIn = (rules: string, name: string) =>
      rules.includes(`.${name.replaceAll(/[^\w-]/g, "\\$&")}`);
    const used = all(page, "[class]")
      .flatMap((element) => (element.getAttribute("class") ?? "").split(" "))
      .filter((name) => isIn(whole, name));
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((name) => !isIn(own, name))).toEqual([]);
    expect(all(page, 'link[rel="stylesheet"]')).toEqual([]);
  }
});

it("the login page after a wrong password brings the whole sheet, and is as usable", async () => {
  const answer = await portal.browser().logIn("company", "not the password");
  const page = documentOf(answer.text);
  expect(all(page, "head style")).toEqual([]);
  expect(all(page, 'link[rel="stylesheet"]')).toHaveLength(1);
});

/** KB of 1,024 in brotli: a profile's document and its sheet are to come in 16. */
it.each([
  ["of every page", /^tailwind-.*\.css\.br$/, 7.6],
  ["of reports and users", /^reports-and-users-.*\.css\.br$/, 2.5],
  ["of the login page", /^login-.*\.css\.br$/, 3],
])("the sheet %s is within its budget", (_, name, budgetKb) => {
  const folder = "public/build/_assets";
  const files = readdirSync(folder).filter((file) => name.test(file));
  expect(files).toHaveLength(1);
  for (const file of files) {
    expect(statSync(`${folder}/${file}`).size / 1024).toBeLessThan(budgetKb);
  }
});

describe("a file of the build", () => {
  it("comes as small as brotli makes it, to be kept for good", async () => {
    const best = brotliCompressSync(readFileSync(`public${sheet}`)).length;
    for (const method of ["GET", "HEAD"]) {
      const { status, headers } = await raw(sheet, { method, headers: BROTLI });
      expect([status, headers.get("content-type")]).toEqual([
        200,
        "text/css; charset=UTF-8",
      ]);
      expect(Number(headers.get("content-length"))).toBeLessThan(best * 1.01);
      expect(headers.get("cache-control")).toBe(
        "public, max-age=31536000, immutable",
      );
      expect(headers.get("vary")).toBe("Accept-Encoding");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
    const whole = await raw(sheet, { headers: BROTLI });
    expect(await whole.text()).toBe(readFileSync(`public${sheet}`, "utf8"));
  });

  it("comes so whichever builder has named it", async () => {
    const files = ["", "_assets/"].flatMap((folder) =>
      readdirSync(`public/build/${folder}`)
        .filter((name) => /\.(css|js)$/.test(name))
        .map((name) => `/build/${folder}${name}`),
    );
    const slower: string[] = [];
    for (const file of files) {
      const { headers } = await raw(file, { method: "HEAD", headers: BROTLI });
      const { size } = statSync(`public${file}.br`);
      if (Number(headers.get("content-length")) !== size) slower.push(file);
    }
    expect(files.length).toBeGreaterThan(50);
    expect(slower).toEqual([]);
  });

  it.each([
    ["takes no brotli", { "accept-encoding": "gzip" }, 200],
    ["takes nothing compressed", { "accept-encoding": "identity" }, 200],
    ["asks for a part of it", { ...BROTLI, range: "bytes=0-99" }, 206],
  ])(
    "comes from remix-serve where the browser %s",
    async (_, headers, status) => {
      const answer = await raw(sheet, { headers });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-encoding")).not.toBe("br");
    },
  );

  it("that is not there is not found, and asks nobody to log in", async () => {
    for (const path of [
      "/build/_shared/nothing-ABCDEFGH.js",
      "/build/../x-ABCDEFGH.css",
    ]) {
      const answer = await rawRequest(portal.origin, path, { headers: BROTLI });
      expect(answer.status).toBe(404);
    }
  });
});
