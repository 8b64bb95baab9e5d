import type { User } from "~/contract/users";
import { expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { all, documentOf, nameOf, textOf, textsOf } from "./support/document";
import {
  type FakeHost,
  hasFacilities,
  says,
  signsIn,
  storedUser,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const ME = 7;

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const stored = (id: number, rest: Partial<User> = {}) =>
  storedUser(id, {
    ...{ lastname: `User ${id}`, access_level: "facility" },
    ...{ access_level_id: "101", ...rest },
  });

const SOME = [
  stored(ME, { access_level: "account_manager", access_level_id: "0" }),
  stored(8, { access_level: "region", access_level_id: "11 99" }),
  stored(9, { access_level_id: "101 77", isnp_only: true }),
  stored(10, { access_level: "physician", access_level_id: "1234567893" }),
  stored(11, { access_level: "division", access_level_id: "1 5" }),
  stored(12, { username: "<b>x", access_level: "admin", lastname: "" }),
];

async function browserOf(
  role = "account_manager",
  users: object[] = SOME,
): Promise<Browser> {
  signsIn(host, { role, levels: [0], sub: String(ME) });
  const physicians = [
    { npi: 1234567893, first_name: "Ada", last_name: "Lind" },
  ];
  says(host, "/auth/users", { users, physicians });
  hasFacilities(host, { 101: "Elm House" });
  says(host, "/api/reports/", { data: [] });
  return portal.browser().loggedIn(role);
}

async function listOf(browser: Browser, query = "") {
  const { status, text } = await browser.get(`/users${query}`);
  expect(status).toBe(200);
  const page = documentOf(text);
  return {
    page,
    rows: all(page, "#users tbody tr").map((row) =>
      all(row, "th, td").map(textOf).slice(0, 5),
    ),
    usernames: all(page, "#users tbody td:nth-child(2)").map(textOf),
    count: textOf(page.querySelector("#users-heading + [aria-live=polite]")),
  };
}

it("shows every user with their locations by name, and says which are not valid", async () => {
  const { page, rows } = await listOf(await browserOf());
  expect(page.title).toBe("User Management – Sojourn");
  expect(textsOf(page, "h1")).toEqual(["User Management"]);
  expect(rows).toEqual([
    ["Una", "<b>x", "Admin", "All locations", "No"],
    ["User 7, Una (you)", "user-7", "Account manager", "All locations", "No"],
    ["User 8, Una", "user-8", "Region", "Coast, INVALID REGION (ID: 99)", "No"],
    [
      "User 9, Una",
      "user-9",
      "Facility",
      "Elm House, INVALID FACILITY (ID: 77)",
      "Yes",
    ],
    [
      "User 10, Una",
      "user-10",
      "Physician",
      "Lind, Ada (NPI 1234567893)",
      "No",
    ],
    [
      "User 11, Una",
      "user-11",
      "Division",
      "North, INVALID DIVISION (ID: 5)",
      "No",
    ],
  ]);
  expect(textsOf(page, "#users .text-bad")).toEqual([
    "INVALID REGION (ID: 99)",
    "INVALID FACILITY (ID: 77)",
    "INVALID DIVISION (ID: 5)",
  ]);
});

it("keeps the list where the names of physicians cannot be read", async () => {
  const browser = await browserOf();
  const physicians = [{ npi: "one", first_name: 1 }];
  says(host, "/auth/users", { users: SOME, physicians });
  const { page } = await listOf(browser);
  expect(textOf(page.querySelector("#users"))).toContain("NPI 1234567893");
});

it("leads to adding, editing and deleting with the list as it is, but not to deleting oneself", async () => {
  const browser = await browserOf();
  const { page } = await listOf(
    browser,
    "?q=una&level=&sort=level&dir=desc&page=1&odd=1",
  );
  const list = "?q=una&sort=level&dir=desc";
  const href = (id: string) =>
    page.querySelector(`#${id}`)?.getAttribute("href");
  expect(href("add-user")).toBe(`/users/add${list}`);
  expect(href("edit-user-8")).toBe(`/users/8/edit${list}`);
  expect(href("delete-user-8")).toBe(`/users/8/delete${list}`);
  expect(nameOf(page.querySelector("#edit-user-8"))).toBe("Edit user-8");
  expect(nameOf(page.querySelector("#delete-user-8"))).toBe("Delete user-8");
  expect(page.querySelector(`#edit-user-${ME}`)).not.toBeNull();
  expect(page.querySelector(`#delete-user-${ME}`)).toBeNull();
  // What an API host does not serve is no tab.
  const tabs = all(page, "nav > ul > li > a").map((link) =>
    link.getAttribute("href"),
  );
  expect(tabs).toEqual(["/users", "/users/reports-config"]);
});

it("finds users by every word, and by access level", async () => {
  const browser = await browserOf();
  const found = await listOf(browser, "?q=ELM+una");
  expect(found.usernames).toEqual(["user-9"]);
  expect(found.count).toBe("User 1 of 1 found (6 in all)");
  expect(found.page.querySelector("#user-search")?.getAttribute("value")).toBe(
    "ELM una",
  );
  expect((await listOf(browser, "?level=physician")).usernames).toEqual([
    "user-10",
  ]);
  const none = await listOf(
    browser,
    "?q=elm&level=physician&sort=isnp&dir=asc",
  );
  expect(textOf(none.page.querySelector("main"))).toContain(
    "No results found for this search.",
  );
  const clear = all(none.page, "main a").find(
    (link) => textOf(link) === "Clear filters",
  );
  expect(clear?.getAttribute("href")).toBe("/users?sort=isnp&dir=asc");
});

it("is sorted by links, and says by what", async () => {
  const browser = await browserOf();
  const { page, usernames } = await listOf(browser, "?sort=level&dir=asc");
  expect(usernames[0]).toBe("user-10");
  const sorted = all(page, "#users th[aria-sort]");
  expect(sorted.map(textOf)).toEqual(["Access level"]);
  expect(sorted[0]?.getAttribute("aria-sort")).toBe("ascending");
  expect(sorted[0]?.querySelector("a")?.getAttribute("href")).toBe(
    "/users?sort=level&dir=desc#users",
  );
});

it("has 50 users on a page, with links to the others", async () => {
  const users = Array.from({ length: 5_000 }, (_, at) => stored(100 + at));
  const browser = await browserOf("account_manager", users);
  const second = await listOf(browser, "?page=2&sort=username&dir=asc");
  expect(second.usernames).toHaveLength(50);
  expect(second.usernames[0]).toBe("user-150");
  expect(second.count).toBe("Users 51 to 100 of 5,000");
  const relOf = (rel: string) =>
    second.page.querySelector(`main a[rel=${rel}]`)?.getAttribute("href");
  expect(relOf("prev")).toBe("/users?sort=username&dir=asc");
  expect(relOf("next")).toBe("/users?sort=username&dir=asc&page=3");
  const last = await listOf(browser, "?page=999999");
  expect(last.count).toBe("Users 4,951 to 5,000 of 5,000");
  expect(last.page.querySelector("main a[rel=next]")).toBeNull();
});

it("says that there are none", async () => {
  const browser = await browserOf();
  host.on("/auth/users", (_, response) => void response.writeHead(204).end());
  const { page } = await listOf(browser);
  expect(textOf(page.querySelector("main"))).toContain("There are no users.");
});

const UNEXPECTED =
  "An unexpected error had occurred. Please contact support if the problem persists.";

it.each<[body: object, status: number, shows: string]>([
  [{ message: "The directory is closed." }, 500, "The directory is closed."],
  [{ users: [{ id: "x" }] }, 200, UNEXPECTED],
])("says that the users could not be had: %j", async (body, status, shows) => {
  const browser = await browserOf();
  says(host, "/auth/users", body, status);
  const { page } = await listOf(browser, "?q=a");
  expect(page.title).toBe("Error: User Management – Sojourn");
  expect(textOf(page.querySelector("main"))).toContain(shows);
  const again = all(page, "main a").find((one) => textOf(one) === "Try again");
  expect(again?.getAttribute("href")).toBe("/users?q=a");
});

it("tells places by their numbers where the organisation is not to be had", async () => {
  const browser = await browserOf();
  says(host, "/api/company/organization/", {}, 500);
  const { rows } = await listOf(browser, "?q=user-9");
  expect(rows[0]?.[3]).toBe("Facility 101, Facility 77");
});
