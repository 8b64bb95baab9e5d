import { expect, it, vi } from "vitest";
import { usersFileWords as words } from "~/features/users/rules/users-file";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

vi.setConfig({ testTimeout: 60_000 });

const PAGE = "/users/from-file";
const HEAD = "username,firstname,lastname,access_level,location,isnp_only";
const NINA = "nina,Nina,New,facility,Elm House; 102,false";

let portal: Portal;
onOwnPortal((started) => (portal = started));

const manager = () => portal.browser().loggedIn("accounts");

/** Sends a file as a browser without scripts does. */
async function choose(browser: Browser, content: string): Promise<Page> {
  const body = new FormData();
  body.set("csrf", await browser.csrfToken(PAGE));
  body.set("file", new File([content], "users.csv", { type: "text/csv" }));
  return browser.post(PAGE, {}, { body });
}

/** Presses the button of a preview. */
async function create(browser: Browser, { text }: Page): Promise<Page> {
  const body = new FormData();
  for (const field of all(documentOf(text), "form[aria-label=Preview] input")) {
    const name = field.getAttribute("name") ?? "";
    body.set(name, field.getAttribute("value") ?? "");
  }
  return browser.post(PAGE, {}, { body });
}

const rowsOf = ({ text }: Page, table: string) =>
  all(documentOf(text), `#${table} tbody tr`).map((row) =>
    all(row, "th, td").map(textOf),
  );

it("lead from the list, by a preview, to users with a first password", async () => {
  const browser = await manager();
  const list = documentOf((await browser.get("/users")).text);
  expect(
    all(list, "main a").map((link) => link.getAttribute("href")),
  ).toContain(PAGE);
  const example = await browser.get("/users-example.csv");
  const shown = await choose(browser, example.text);
  expect([shown.status, rowsOf(shown, "preview")]).toEqual([
    200,
    [
      [
        "2",
        "ada.reed",
        "Ada Reed",
        "Facility",
        "Elm House, Oak House",
        "No",
        "New",
      ],
    ],
  ]);
  const preview = await choose(
    browser,
    [HEAD, NINA, "facility,Fay,Other,facility,101,", ""].join("\r\n"),
  );
  expect(rowsOf(preview, "preview").map((row) => row.at(-1))).toEqual([
    "New",
    "Differs lastname. Stays as it is.",
  ]);
  expect(textsOf(documentOf(preview.text), "main button")).toContain(
    "Create 1 user",
  );

  const created = await create(browser, preview);
  expect([created.status, created.headers.get("cache-control")]).toEqual([
    200,
    "no-store, no-cache",
  ]);
  const [[name, username, password = ""] = []] = rowsOf(created, "created");
  expect([name, username]).toEqual(["Nina New", "nina"]);
  const login = await portal.browser().logIn("nina", password);
  expect(login.status).toBe(302);

  const again = await create(browser, preview);
  expect(again.status).toBe(409);
  expect(textsOf(documentOf(again.text), "[role=alert] li")).toEqual([
    words.changed,
  ]);
  expect(again.text).toContain(words.nothingNew);
});

it("say by line and column what is wrong, and create nobody", async () => {
  const browser = await manager();
  const wrong = await choose(browser, [HEAD, NINA, "b,,C,nurse,,"].join("\n"));
  expect(wrong.status).toBe(400);
  const page = documentOf(wrong.text);
  expect(page.title).toMatch(/^Error: /);
  expect(textsOf(page, "[role=alert] li")).toEqual([words.inRows]);
  expect(rowsOf(wrong, "preview")[1]?.at(-1)).toMatch(
    /^Error firstname: must not be blank access_level: is not one of/,
  );
  expect(all(page, "form[aria-label=Preview]")).toEqual([]);
});

it.each([
  ["", words.missing],
  ["x".repeat(40_001), words.tooLong],
  [HEAD.replaceAll(",", ";"), /semicolons; save it with commas/],
])("refuse a file that is none (%#)", async (content, told) => {
  const refused = await choose(await manager(), content);
  expect(refused.status).toBe(400);
  expect(textsOf(documentOf(refused.text), "[role=alert] li")).toEqual([
    typeof told === "string" ? told : expect.stringMatching(told),
  ]);
});
