import { describe, expect, it } from "vitest";
import type { User } from "~/contract/users";
import type { Browser, Fields } from "./support/browser";
import {
  all,
  documentOf,
  textOf,
  textsOf,
  type PageDocument,
} from "./support/document";
import {
  type FakeHost,
  physicianRecord,
  says,
  sendJson,
  signsIn,
  storedUser,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const LIST = "/users?q=ada&sort=username&page=2";
const ADD = "/users/add?q=ada&sort=username&page=2";
const EDIT = "/users/31/edit?q=ada&sort=username&page=2";
const CREATE = "/user/create";
const NPI = 1_003_000_101;
const UNEXPECTED =
  "An unexpected error had occurred. Please contact support if the problem persists.";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const ORGANIZATION = {
  divisions: [
    { division_id: 1, division_name: "East" },
    { division_id: 2, division_name: "West" },
  ],
  regions: [
    { region_id: 11, region_name: "Coast", division_id: 1 },
    { region_id: 21, region_name: "Plains", division_id: 2 },
  ],
  facilities: [
    facility(101, "Elm House", 11, "Coast", 1),
    facility(102, "Oak <House>", 11, "Coast", 1),
    facility(201, "Ash House", 21, "Plains", 2),
  ],
};

function facility(
  id: number,
  name: string,
  region: number,
  of: string,
  division: number,
) {
  return {
    facility_id: id,
    facility_name: name,
    region_id: region,
    region_name: of,
    division_id: division,
  };
}

const ADA = storedUser(31, {
  ...{ username: "ada", firstname: "Ada", lastname: "Lind" },
  ...{ access_level: "facility", access_level_id: "101 77" },
  ...{ isnp_only: true, version: 3 },
});
const BEA: User = {
  ...ADA,
  id: 32,
  username: "Bea",
  access_level: "physician",
  access_level_id: String(NPI),
};
const SELF: User = {
  ...ADA,
  id: 7,
  username: "manager",
  access_level: "account_manager",
  access_level_id: "0",
  isnp_only: false,
};
const ADMIN: User = {
  ...SELF,
  id: 8,
  username: "admin",
  access_level: "admin",
};

const PHYSICIAN = physicianRecord(NPI);

/** What the host says of physicians from now on. */
function physicians(body: unknown, status = 200): void {
  says(host, "/api/physicians", body, status);
}

/** The users that the host has from now on. */
function users(...list: User[]): void {
  says(host, "/auth/users", { users: list });
}

/** What the host says to saving from now on. */
function answer(body: object, status = 200): void {
  for (const path of ["/auth/user", "/auth/user/"]) {
    host.on(path, ({ method, path: asked }, response) =>
      method === "GET" || asked.startsWith("/auth/users")
        ? sendJson(response, { users: [ADA, BEA, SELF, ADMIN] })
        : sendJson(response, body, status),
    );
  }
}

async function browserOf(role = "account_manager"): Promise<Browser> {
  signsIn(host, { role, levels: [role === "physician" ? NPI : 0] });
  says(host, "/api/company/organization/", { data: ORGANIZATION });
  says(host, "/api/reports/", { data: [] });
  // Physicians are described by their own record.
  says(host, "/api/physician/", { data: PHYSICIAN });
  physicians({
    data: [
      { npi: NPI, first_name: "Ada", last_name: "Lind" },
      { npi: 1_003_000_119, first_name: "</script><b>", last_name: "Moe" },
      { npi: null, first_name: "", last_name: "" },
    ],
  });
  answer({ data: { id: 40 } });
  return portal.browser().loggedIn(role);
}

/** Every field of the form as a browser without scripts would send it. */
function fieldsOf(page: PageDocument): Fields {
  const fields: Record<string, string[]> = {};
  const put = (name: string | null, value: string) => {
    if (name && name !== "csrf") (fields[name] ??= []).push(value);
  };
  for (const input of all(page, "#user-form input")) {
    const isTick = /checkbox|radio/.test(input.getAttribute("type") ?? "");
    if (isTick && !input.hasAttribute("checked")) continue;
    put(input.getAttribute("name"), input.getAttribute("value") ?? "");
  }
  const chosen = page.querySelector("#user-form select option[selected]");
  if (page.querySelector("#user-form select")) {
    put("accessLevel", chosen?.getAttribute("value") ?? "");
  }
  return fields;
}

async function opened(browser: Browser, path: string): Promise<Fields> {
  return fieldsOf(documentOf((await browser.get(path)).text));
}

/** What the host was told to save. */
function sent() {
  return host.calls
    .filter(
      ({ method, path }) =>
        method === "POST" && /^\/auth\/user(\/|$)/.test(path),
    )
    .map(({ path, body }) => [path, JSON.parse(body) as unknown]);
}

function problems(page: PageDocument): string[] {
  return textsOf(page, "#user-form [role=alert] li");
}

/** Ticked boxes of a kind of place, and all of them. */
function boxes(page: PageDocument, name: string) {
  const found = all(page, `#user-form [name=${name}]`);
  const label = (box: (typeof found)[number]) => textOf(box.closest("label"));
  return {
    offered: found.map(label),
    ticked: found.filter((box) => box.hasAttribute("checked")).map(label),
  };
}

function valueOf(page: PageDocument, name: string): string | null | undefined {
  return page.querySelector(`#user-form [name=${name}]`)?.getAttribute("value");
}

const NEW = {
  username: "cleo",
  firstname: "Cleo",
  lastname: "Ray",
  accessLevel: "facility",
  placesOf: "facility",
  division: "1",
  regionsOf: "1",
  region: "11",
  facilitiesOf: "11",
  facility: ["101", "102"],
  password: "secret-1",
  confirmPassword: "secret-1",
};

describe("a new user", () => {
  it.each([
    [ADD, "Add User", "h2", `${LIST}#add-user`],
    [CREATE, "Create User", "h1", "/users"],
  ])("has a form at %s", async (path, title, heading, wayBack) => {
    const { status, text } = await (await browserOf()).get(path);
    expect(status).toBe(200);
    const page = documentOf(text);
    expect(page.title).toBe(`${title} – Sojourn`);
    expect(textsOf(page, heading)).toContain(title);
    expect(textsOf(page, "#user-form select option")).toEqual([
      "Select access level",
      "Physician",
      "Facility",
      "Region",
      "Division",
      "Company",
    ]);
    expect(
      all(page, "main a").map((link) => link.getAttribute("href")),
    ).toContain(wayBack);
    for (const name of ["password", "confirmPassword"]) {
      const field = page.querySelector(`#user-form [name=${name}]`);
      expect(field?.getAttribute("autocomplete")).toBe("new-password");
    }
    expect(textOf(page.querySelector("#editor-password-hint"))).toBe(
      "Minimum 6 characters",
    );
  });

  it.each([
    [ADD, LIST],
    [CREATE, "/users"],
  ])("is created at %s, and the list says so", async (path, list) => {
    const browser = await browserOf();
    const { status, location } = await browser.submit(path, {
      ...NEW,
      isnpOnly: "true",
    });
    expect([status, location]).toEqual([303, list]);
    expect(sent()).toEqual([
      [
        "/auth/user",
        {
          username: "cleo",
          firstname: "Cleo",
          lastname: "Ray",
          access_level: "facility",
          isnp_only: true,
          password: "secret-1",
          facility: [101, 102],
        },
      ],
    ]);
    expect((await browser.get(list)).text).toContain(
      "User created successfully",
    );
  });

  it("is followed by another one with the same level and places, where that is asked for", async () => {
    const browser = await browserOf();
    const created = {
      ...ADA,
      id: 33,
      username: "cleo",
      access_level_id: "101",
    };
    says(host, "/auth/users", { users: [ADA, BEA, created] });
    const { status, location } = await browser.submit(ADD, {
      ...NEW,
      another: "1",
    });
    const next = `${ADD.replace("&page=2", "")}&page=2&like=33`;
    expect([status, location]).toEqual([303, next]);
    const { text } = await browser.get(next);
    expect(text).toContain("User created successfully");
    const page = documentOf(text);
    const typed = fieldsOf(page);
    expect(typed).toMatchObject({
      username: [""],
      password: [""],
      accessLevel: ["facility"],
      division: ["1"],
      region: ["11"],
      facility: ["101"],
      isnpOnly: ["true"],
    });
    expect(typed.opened).toBeUndefined();
    const form = page.querySelector("#user-form");
    expect(form?.getAttribute("action")).toBe(`${ADD}#user-editor`);
    // A physician's number is their own, and nobody gets a level that cannot be given.
    says(host, "/auth/users", {
      users: [BEA, { ...ADA, access_level: "admin" }],
    });
    for (const [id, level] of [
      [BEA.id, ["physician"]],
      [ADA.id, [""]],
      [99, [""]],
    ] as const) {
      const one = await opened(browser, `${CREATE}?like=${id}`);
      expect(one.accessLevel).toEqual(level);
      expect(one.physician ?? [""]).toEqual([""]);
    }
  });

  it("needs all that the rules say, each with a link to its field", async () => {
    const browser = await browserOf();
    const { status, text } = await browser.submit(ADD, {});
    expect(status).toBe(400);
    const page = documentOf(text);
    expect(page.title).toBe("Error: Add User – Sojourn");
    for (const link of all(page, "#user-form [role=alert] a")) {
      const href = link.getAttribute("href") ?? "";
      expect(page.querySelector(href), href).not.toBeNull();
    }
    expect(problems(page)).toEqual([
      "Username is required",
      "First name is required",
      "Last name is required",
      "Access level is required",
      "Password is required",
      "Confirm password is required",
    ]);
    expect(sent()).toEqual([]);
  });

  it("keeps what was typed but the passwords, and says so", async () => {
    const { text } = await (
      await browserOf()
    ).submit(ADD, {
      ...NEW,
      username: "",
      isnpOnly: "true",
      password: "secret-and-long",
    });
    const page = documentOf(text);
    expect(valueOf(page, "firstname")).toBe("Cleo");
    expect(boxes(page, "facility").ticked).toEqual([
      "Elm House",
      "Oak <House>",
    ]);
    expect(
      page.querySelector("#editor-isnpOnly")?.hasAttribute("checked"),
    ).toBe(true);
    expect(text).not.toContain("secret-");
    expect(text).toContain("Type it again");
  });
});

describe("the update button", () => {
  const update = async (typed: Fields) => {
    const { status, text } = await (
      await browserOf()
    ).submit(`${ADD}&update=1`, typed);
    expect(status).toBe(200);
    const page = documentOf(text);
    expect(page.title).toBe("Add User – Sojourn");
    expect(problems(page)).toEqual([]);
    expect(sent()).toEqual([]);
    return { page, text };
  };

  it("tells how many are chosen apart from their name where there are no columns", async () => {
    const { text } = await update(NEW);
    expect(text).toMatch(/Facility <span[^>]*>2 of 2/);
  });

  it("says what a change has cleared", async () => {
    const { page } = await update({ ...NEW, division: "2" });
    expect(boxes(page, "facility").offered).toEqual([]);
    expect(textsOf(page, "#user-form [aria-live=polite]")).toContain(
      "Region and facility were cleared.",
    );
  });
});

describe("the physician", () => {
  const LOOKING = {
    ...NEW,
    accessLevel: "physician",
    placesOf: "physician",
    physicianSearch: "lind",
    searchedFor: "lind",
    physician: [] as string[],
  };

  it("is searched for by a browser whose buttons know no address of their own", async () => {
    const typed = { ...LOOKING, update: "1" };
    const answer = await (await browserOf()).submit(ADD, typed);
    expect(answer.status).toBe(200);
    const page = documentOf(answer.text);
    expect(boxes(page, "physician").offered).toHaveLength(2);
    expect(page.querySelector("#user-form [role=alert]")).toBeNull();
    const methods = host.callsTo("/auth/user").map(({ method }) => method);
    expect(methods).not.toContain("POST");
  });

  it("stays chosen while others are looked for", async () => {
    const browser = await browserOf();
    host.on("/api/physicians", ({ path }, response) =>
      sendJson(response, {
        data: path.endsWith(`s=${NPI}`)
          ? [{ npi: NPI, first_name: "Ada", last_name: "Lind" }]
          : [{ npi: 1_003_000_119, first_name: "Bo", last_name: "Moe" }],
      }),
    );
    const { text } = await browser.submit(`${ADD}&update=1`, {
      ...LOOKING,
      physician: String(NPI),
      physicianSearch: "moe",
    });
    expect(boxes(documentOf(text), "physician")).toEqual({
      offered: [`Lind, Ada (NPI ${NPI})`, "Moe, Bo (NPI 1003000119)"],
      ticked: [`Lind, Ada (NPI ${NPI})`],
    });
  });

  it("is not saved before a search that was typed is shown", async () => {
    const browser = await browserOf();
    const typed = { ...LOOKING, physician: String(NPI) };
    const unseen = await browser.submit(ADD, { ...typed, searchedFor: "" });
    expect(unseen.status).toBe(200);
    expect(sent()).toEqual([]);
    const saved = await browser.submit(ADD, typed);
    expect(saved.status).toBe(303);
    expect(sent()[0]).toMatchObject([
      "/auth/user",
      { access_level: "physician", physician: NPI },
    ]);
  });

  it.each<[says: unknown, status: number, shows: string]>([
    [{ message: "Search is closed." }, 500, "Search is closed."],
    [{ data: "Lind" }, 200, UNEXPECTED],
    [{}, 404, UNEXPECTED],
  ])(
    "search that fails with %j leaves the form as it is",
    async (says, status, shows) => {
      const browser = await browserOf();
      physicians(says, status);
      const { status: answered, text } = await browser.submit(
        `${ADD}&update=1`,
        {
          ...LOOKING,
          physician: String(NPI),
        },
      );
      expect(answered).toBe(200);
      const page = documentOf(text);
      expect(textsOf(page, "#user-form [role=alert]")).toContain(shows);
      expect(valueOf(page, "username")).toBe("cleo");
      expect(boxes(page, "physician").ticked).toEqual([`NPI ${NPI}`]);
    },
  );

  it("is handed to scripts alone, and a document has its form", async () => {
    const browser = await browserOf();
    const path = "/users/add?physicians=lind&sort=username";
    const data = await browser.get(`${path}&_data=routes%2Fusers.add`);
    expect(JSON.parse(data.text)).toEqual({
      physicians: {
        state: "found",
        text: "lind",
        physicians: [
          { npi: NPI, label: `Lind, Ada (NPI ${NPI})` },
          { npi: 1_003_000_119, label: "Moe, </script><b> (NPI 1003000119)" },
        ],
      },
    });
    const document = await browser.get(path, {
      headers: { accept: "text/html" },
    });
    expect([document.status, document.location]).toEqual([
      302,
      "/users/add?sort=username",
    ]);
  });
});

describe("a user who is there", () => {
  it("has a form that holds what they are, with ids that the organisation does not have", async () => {
    const { status, text } = await (await browserOf()).get(EDIT);
    expect(status).toBe(200);
    const page = documentOf(text);
    expect(page.title).toBe("Edit User – Sojourn");
    expect(valueOf(page, "username")).toBe("ada");
    expect(boxes(page, "division").ticked).toEqual(["East"]);
    expect(boxes(page, "region").ticked).toEqual(["Coast"]);
    expect(boxes(page, "facility")).toEqual({
      offered: ["Elm House", "Oak <House>", "INVALID FACILITY (ID: 77)"],
      ticked: ["Elm House", "INVALID FACILITY (ID: 77)"],
    });
    expect(valueOf(page, "password") ?? "").toBe("");
    expect(text).toContain("Leave blank to keep the password.");
    expect(
      all(page, "#user-editor a").map((link) => link.getAttribute("href")),
    ).toEqual([`${LIST}#edit-user-31`]);
  });

  it("keeps the password where it is blank, and the version that was edited is told", async () => {
    const browser = await browserOf();
    const typed = { ...(await opened(browser, EDIT)), lastname: "Lund" };
    const { status, location } = await browser.submit(EDIT, typed);
    expect([status, location]).toEqual([303, LIST]);
    expect(sent()).toEqual([
      [
        "/auth/user/31",
        {
          username: "ada",
          firstname: "Ada",
          lastname: "Lund",
          access_level: "facility",
          isnp_only: true,
          facility: [101, 77],
          version: 3,
        },
      ],
    ]);
    expect((await browser.get(LIST)).text).toContain(
      "User updated successfully",
    );
  });

  it("is named where they are a physician", async () => {
    const { text } = await (await browserOf()).get("/users/32/edit");
    expect(boxes(documentOf(text), "physician")).toEqual({
      offered: [`Lind, Ada (NPI ${NPI})`],
      ticked: [`Lind, Ada (NPI ${NPI})`],
    });
  });

  it("keeps a level that cannot be given, which others are not offered", async () => {
    const browser = await browserOf();
    const levels = async (path: string) =>
      textsOf(
        documentOf((await browser.get(path)).text),
        "#user-form select option",
      );
    expect(await levels("/users/8/edit")).toContain("Admin");
    expect(await levels(EDIT)).not.toContain("Admin");
  });

  it("cannot change their own access level", async () => {
    const browser = await browserOf();
    const { text } = await browser.get("/users/7/edit");
    const page = documentOf(text);
    expect(page.querySelector("#user-form select")).toBeNull();
    expect(textOf(page.querySelector("#editor-accessLevel"))).toBe(
      "Account manager",
    );
    const typed = fieldsOf(page);
    const refused = await browser.submit("/users/7/edit", {
      ...typed,
      accessLevel: "company",
    });
    expect([refused.status, problems(documentOf(refused.text))]).toEqual([
      400,
      ["You cannot change your own access level"],
    ]);
    expect((await browser.submit("/users/7/edit", typed)).status).toBe(303);
  });

  it("has the error page where the host does not say who they are, or what there is", async () => {
    const browser = await browserOf();
    says(host, "/auth/users", { message: "Closed today." }, 500);
    expect((await browser.get(EDIT)).status).toBe(500);
    const other = await browserOf();
    says(host, "/api/company/organization/", {}, 500);
    expect((await other.get(ADD)).status).toBe(500);
  });
});

describe("what the host refuses", () => {
  const save = async (says: object, status: number, now: User[] | null) => {
    const browser = await browserOf();
    const typed = { ...(await opened(browser, EDIT)), firstname: "Eda" };
    answer(says, status);
    if (now) users(...now);
    const result = await browser.submit(EDIT, typed);
    return { browser, ...result, page: documentOf(result.text) };
  };

  it.each([
    [ADD, "Error: Add User – Sojourn"],
    [CREATE, "Error: Create User – Sojourn"],
  ])(
    "for a username that somebody else has, whatever its case, is said at the field: %s",
    async (path, title) => {
      const browser = await browserOf();
      answer({ message: "taken" }, 409);
      const { status, text } = await browser.submit(path, {
        ...NEW,
        username: "BEA",
      });
      const page = documentOf(text);
      expect([page.title, valueOf(page, "firstname")]).toEqual([title, "Cleo"]);
      expect([status, problems(page)]).toEqual([
        409,
        ["This username is taken"],
      ]);
      expect(
        page.querySelector("#editor-username")?.getAttribute("aria-invalid"),
      ).toBe("true");
      expect(valueOf(page, "username")).toBe("BEA");
    },
  );

  it("because of a newer version is told with what has changed, and saved the next time", async () => {
    const now: User = {
      ...ADA,
      access_level: "region",
      access_level_id: "21",
      version: 4,
    };
    const { status, page, browser } = await save({}, 200, [now, BEA]);
    expect(status).toBe(409);
    expect(problems(page)).toEqual([
      "Someone else changed this user after you opened the form.",
      "Access level: Facility → Region",
      "Location: Elm House, INVALID FACILITY (ID: 77) → Plains",
      "Save again to replace it with this form.",
    ]);
    expect(valueOf(page, "firstname")).toBe("Eda");
    answer({});
    users(now, BEA);
    const typed = { ...fieldsOf(page), facility: "101" };
    expect((await browser.submit(EDIT, typed)).status).toBe(303);
    expect(sent().at(-1)).toMatchObject([
      "/auth/user/31",
      { firstname: "Eda", access_level: "facility", version: 4 },
    ]);
  });

  it.each([409, 404])(
    "of a user who is gone is told in the list (%i)",
    async (status) => {
      const browser = await browserOf();
      const typed = await opened(browser, EDIT);
      const csrf = await browser.csrfToken(EDIT);
      answer({}, status);
      let asked = 0;
      host.on("/auth/users", (_, response) =>
        sendJson(response, { users: asked++ === 0 ? [ADA, BEA] : [BEA] }),
      );
      const { status: answered, location } = await browser.post(EDIT, {
        csrf,
        ...typed,
      });
      expect([answered, location]).toEqual([303, LIST]);
      expect((await browser.get(LIST)).text).toContain(
        "This user was deleted.",
      );
    },
  );

  it.each<[says: object, status: number, shows: string, answers: number]>([
    [{ message: "Not today." }, 400, "Not today.", 400],
    [{ error: "Not you." }, 403, "Not you.", 403],
    [{ message: "Some other conflict." }, 409, "Some other conflict.", 409],
    [{}, 500, UNEXPECTED, 503],
  ])("is told in its words: %j", async (says, hostStatus, shows, answers) => {
    const { status, page } = await save(says, hostStatus, null);
    expect([status, problems(page)]).toEqual([answers, [shows]]);
    expect(valueOf(page, "firstname")).toBe("Eda");
    expect(page.title).toBe("Error: Edit User – Sojourn");
  });

  it.each([
    ["password", "password"],
    ["access_level", "accessLevel"],
    ["facility", "facility"],
  ])("about the field %s is said at the field", async (field, shownAt) => {
    const { page } = await save({ message: "Not this.", field }, 400, null);
    expect(textsOf(page, "#user-form [role=alert] a")).toEqual(["Not this."]);
    const error = page.querySelector(`#editor-${shownAt}-error`);
    expect(textOf(error)).toBe("Not this.");
  });

  it("about a field that the form does not have is said above it", async () => {
    const { page } = await save({ message: "No.", field: "shoe" }, 400, null);
    expect(problems(page)).toEqual(["No."]);
    expect(textsOf(page, "#user-form [role=alert] a")).toEqual([]);
  });
});

describe("hostile fields", () => {
  it("are text and nothing else", async () => {
    const script = `"></script><script>alert(1)</script>`;
    const { text } = await (
      await browserOf()
    ).submit(ADD, {
      ...NEW,
      username: script,
      firstname: script,
      lastname: "",
      accessLevel: "physician",
      placesOf: "physician",
      physicianSearch: script,
      opened: script,
    });
    expect(text).not.toContain("<script>alert");
    expect(valueOf(documentOf(text), "username")).toBe(script);
  });

  it.each(["", "{}", "x".repeat(9_000), '{"version":-1}'])(
    "about what was opened are not believed: %.20s",
    async (text) => {
      const browser = await browserOf();
      const typed = { ...(await opened(browser, EDIT)), opened: text };
      expect((await browser.submit(EDIT, typed)).status).toBe(303);
      expect(sent()).toMatchObject([["/auth/user/31", { version: 3 }]]);
    },
  );
});

describe("a session that is over", () => {
  it("gives everything back but passwords", async () => {
    const browser = await browserOf();
    const csrf = await browser.csrfToken(ADD);
    says(host, "/auth/user", {}, 401);
    const posted = await browser.post(ADD, { csrf, ...NEW });
    expect(posted.location).toBe("/login");
    answer({});
    expect((await browser.logIn("account_manager")).location).toBe(ADD);
    const { text } = await browser.get(ADD);
    const page = documentOf(text);
    expect(valueOf(page, "username")).toBe("cleo");
    expect(boxes(page, "region").ticked).toEqual(["Coast"]);
    expect(text).not.toContain("secret-1");
    expect(textOf(page.querySelector("#user-form"))).toContain("Type it again");
    const told = page.querySelector("#user-form [aria-live=polite]");
    expect(textOf(told)).toContain("We put back what you had typed");
  });
});
