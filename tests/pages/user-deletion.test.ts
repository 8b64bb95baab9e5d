import type { AccessLevel } from "~/domain/access/ranks";
import { expect, it } from "vitest";

import type { Browser } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { type FakeHost, says, signsIn, storedUser } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const ME = 7;
const OTHER = 8;
const PAGE = `/users/${OTHER}/delete`;
const LIST = "?q=una&sort=username&dir=desc&page=2";
const SHEET = "#delete-user";
const CALL = "/auth/user/";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const stored = (id: number, access_level: AccessLevel) =>
  storedUser(id, { lastname: "<i>User", access_level });

async function browserOf(role = "account_manager"): Promise<Browser> {
  signsIn(host, { role, levels: [0], sub: String(ME) });
  const users = [stored(ME, "account_manager"), stored(OTHER, "company")];
  says(host, "/auth/users", { users });
  says(host, "/api/company/organization/", {
    data: { divisions: [], regions: [], facilities: [] },
  });
  says(host, "/api/reports/", { data: [] });
  host.on(CALL, (_, response) => void response.writeHead(204).end());
  return portal.browser().loggedIn(role);
}

const post = (browser: Browser, path = PAGE) =>
  browser.submit(path, {}, "/incomplete-data");

const deleted = () =>
  host.callsTo(CALL).map(({ method, path }) => method + path);

it("names whom it deletes, over the list as it was", async () => {
  const browser = await browserOf();
  const { status, text } = await browser.get(PAGE + LIST);
  expect(status).toBe(200);
  const page = documentOf(text);
  expect(page.title).toBe("Confirm Delete User – Sojourn");
  expect(textsOf(page, `${SHEET} h2`)).toEqual(["Confirm Delete User"]);
  expect(textsOf(page, `${SHEET} dd`)).toEqual([
    "Una <i>User",
    "user-8",
    "Company",
    "All locations",
  ]);
  const [cancel, destroy] = all(page, `${SHEET} .sheet-actions :is(a, button)`);
  expect(textOf(cancel)).toBe("Cancel");
  expect(cancel?.getAttribute("href")).toBe(
    `/users${LIST}#delete-user-${OTHER}`,
  );
  expect([destroy?.tagName, textOf(destroy)]).toEqual([
    "BUTTON",
    "Delete user",
  ]);
  expect(page.querySelector("#users tbody tr")).not.toBeNull();
  expect(deleted()).toEqual([]);
});

it("deletes the user, and leads back to the list with the news", async () => {
  const browser = await browserOf();
  const { status, location } = await post(browser, PAGE + LIST);
  expect([status, location]).toEqual([303, `/users${LIST}`]);
  expect(deleted()).toEqual([`DELETE/auth/user/${OTHER}`]);
  const list = await browser.get(location ?? "");
  expect(list.text).toContain("User deleted successfully");
});

it("tells the news on the list alone, whatever else is open in the browser", async () => {
  const browser = await browserOf();
  const { location } = await post(browser, PAGE + LIST);
  const elsewhere = await browser.get("/search");
  expect([elsewhere.status, location]).toEqual([200, `/users${LIST}`]);
  expect(elsewhere.text).not.toContain("User deleted successfully");
  expect((await browser.get("/users/")).text).toContain(
    "User deleted successfully",
  );
  expect((await browser.get("/users")).text).not.toContain(
    "User deleted successfully",
  );
});

it("knows its own account by its name where the host numbers users otherwise", async () => {
  const browser = await browserOf();
  // As `GET /auth/me` of this host names whoever asks.
  const users = [{ ...stored(41, "account_manager"), username: "COMPANY" }];
  says(host, "/auth/users", { users });
  const { status } = await post(browser, "/users/41/delete");
  expect(status).toBe(400);
  expect(deleted()).toEqual([]);
  const list = await browser.get("/users");
  expect(list.text).toContain("(you)");
});

it("deletes nobody where the users could not be had", async () => {
  const browser = await browserOf();
  says(host, "/auth/users", { error: "The registry is closed." }, 500);
  const { status } = await post(browser);
  expect(status).toBe(503);
  expect(deleted()).toEqual([]);
});

it.each<[body: object, status: number, shows: string, answers: number]>([
  [{ message: "Not that one." }, 403, "Not that one.", 403],
  [{ error: "It is the last one." }, 409, "It is the last one.", 409],
  [
    {},
    500,
    "An unexpected error had occurred. Please contact support if the problem persists.",
    503,
  ],
])("tells what the host says: %j", async (body, status, shows, answers) => {
  const browser = await browserOf();
  says(host, CALL, body, status);
  const page = await post(browser, PAGE + LIST);
  expect(page.status).toBe(answers);
  const shown = documentOf(page.text);
  expect(shown.title).toBe("Error: Confirm Delete User – Sojourn");
  expect(textOf(shown.querySelector(`${SHEET} [role=alert]`))).toContain(shows);
  expect(textOf(shown.querySelector(SHEET))).toContain("user-8");
});

it("says of a user who is gone that they are, and leads back", async () => {
  const browser = await browserOf();
  says(host, CALL, {}, 404);
  const { status, location } = await post(browser);
  expect([status, location]).toEqual([303, "/users"]);
  const list = await browser.get("/users");
  expect(list.text).toContain("This user was already deleted.");
  expect(list.text).not.toContain("User deleted successfully");
});

it("deletes nobody's own account", async () => {
  const browser = await browserOf();
  const own = `/users/${ME}/delete`;
  const shown = documentOf((await browser.get(own)).text);
  expect(textOf(shown.querySelector(SHEET))).toContain(
    "You cannot delete your own account",
  );
  expect(shown.querySelector(`${SHEET} button`)).toBeNull();
  const page = await post(browser, own);
  expect(page.status).toBe(400);
  expect(
    textOf(documentOf(page.text).querySelector(`${SHEET} [role=alert]`)),
  ).toContain("You cannot delete your own account");
  expect(deleted()).toEqual([]);
});

it("deletes no id that is none", async () => {
  const browser = await browserOf();
  const { status } = await post(browser, `/users/${"9".repeat(16)}/delete`);
  expect(status).toBe(404);
  expect(deleted()).toEqual([]);
});
