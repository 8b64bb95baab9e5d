import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isAtLength } from "~server/testing/property-runs";
import type { Browser } from "../pages/support/browser";
import { PORTAL_START_TIMEOUT_MS, type Portal } from "../pages/support/portal";
import { rawRequest } from "../pages/support/raw-request";
import { setUpToCodes } from "../pages/support/second-factor";
import {
  addressOf,
  builtRoutes,
  type BuiltRoute,
} from "./support/built-routes";
import { FOREIGN_ORIGINS } from "./support/foreign-origins.data";
import {
  QUERY_NAMES,
  REFUSED_FORMS,
  STRANGE_FORMS,
} from "./support/odd-forms.data";
import { CPU_TIME_IS_KNOWN, cpuMsOf } from "./support/cpu-time";
import {
  FIRST_SPARE_USER,
  startWatchedPortal,
  type WatchedPortal,
} from "./support/watched-portal";

/** Actions that only say that there is nothing to post to. */
const TAKES_NOTHING = ["routes/$", "routes/medical-staff-data"];
/** The forms that need no session: what they begin is guarded by a password, and by the challenge that it earns. */
const LOGIN = "routes/login";
const SECOND_STEPS = [
  "routes/login_.code",
  "routes/login_.set-up",
  "routes/oidc.$",
];
/** Sent last, in this order: they remove rows that other forms need, or end the session. */
const LAST = [/remove|delete/, /logout/, /routes\/login$/];
/** Forms of a user who has a second factor. */
const OF_FACTOR = /sign-in-settings_/;
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let watched: WatchedPortal;
let portal: Portal;
let routes: BuiltRoute[];
let actions: BuiltRoute[];
beforeAll(async () => {
  watched = await startWatchedPortal(STRANGE_FORMS.length);
  portal = watched.portal;
  routes = builtRoutes();
  const rank = ({ id }: BuiltRoute) => LAST.findIndex((at) => at.test(id));
  actions = routes
    .filter(({ hasAction }) => hasAction)
    .sort((a, b) => rank(a) - rank(b));
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => watched.portal.stop());

let browser: Browser;
let csrf: string;
async function signIn(username: string): Promise<void> {
  browser = portal.browser();
  expect((await browser.logIn(username)).status).toBe(302);
  csrf = await browser.csrfToken("/change-password");
  await watched.forgetCalls();
}

/** Where a route's form is reached; each `spare` has rows that forms may change and delete. */
function placeOf(route: BuiltRoute, spare = 0): string {
  const id = String(idIn(route.pattern, spare));
  return addressOf(route, { id, level: "facility", "*": "link" });
}

function idIn(pattern: string, spare: number): number {
  if (pattern.startsWith("/users/:id/")) return FIRST_SPARE_USER + spare;
  if (/^\/(users\/groups|feed)\//.test(pattern)) return 1 + spare;
  return /^\/(events|targets)\//.test(pattern) ? 101 : 1;
}

/** With and without the parameter by which scripts post, which by-passes a check of Remix's own. */
function addressesOf(route: BuiltRoute): string[] {
  const address = placeOf(route);
  return [address, `${address}?_data=${encodeURIComponent(route.id)}`];
}

/** Every action with one of its addresses: which of the two takes turns from action to action, and from `turn` to `turn`. */
function everyAction(turn: number): { id: string; address: string }[] {
  return actions.map((route, at) => ({
    id: route.id,
    address: addressesOf(route)[(at + turn) % 2] ?? "",
  }));
}

it("the build has the forms that are tried here", () => {
  expect(actions.length).toBeGreaterThanOrEqual(15);
  expect(routes.length).toBeGreaterThanOrEqual(30);
});

it("a form that its page sent makes a call and changes rows, which these tests see", async () => {
  await signIn("accounts");
  const before = watched.rows();
  const causes = "/reviews/causes";
  const { status } = await browser.post(causes, { csrf, text: "Wet floor" });
  expect(status).toBe(303);
  expect(await watched.calls()).toContainEqual(
    expect.objectContaining({ method: "ASK", route: "review-causes/add" }),
  );
  expect(watched.rows()).not.toEqual(before);
});

describe("a post that no page of the portal sent", () => {
  beforeAll(() => signIn("accounts"));
  beforeEach(() => watched.forgetCalls());

  it.each(
    FOREIGN_ORIGINS.map(([name, headers], at) => ({ name, headers, at })),
  )(
    "is refused by every action, and no call is made, with $name",
    async ({ headers, at }) => {
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value?.replace("OWN", portal.origin) ?? null,
        ]),
      );
      for (const { address } of everyAction(at)) {
        const { status } = await browser.post(
          address,
          { csrf },
          { headers: sent },
        );
        expect([address, status]).toEqual([address, 403]);
      }
      expect(await watched.calls()).toEqual([]);
    },
  );

  it("is refused by every action, and changes nothing, without this session's token", async () => {
    const another = portal.browser();
    await another.logIn("accounts");
    const foreign = await another.csrfToken("/change-password");
    await watched.forgetCalls();
    const before = watched.rows();
    const tokens = ["", "guess", foreign, `${csrf}x`, csrf.slice(1)];
    const forms = [...tokens.map((token) => ({ csrf: token })), {}];
    for (const [at, form] of forms.entries()) {
      for (const { id, address } of everyAction(at)) {
        if (id === LOGIN || SECOND_STEPS.includes(id)) continue;
        if (TAKES_NOTHING.includes(id)) continue;
        const { status } = await browser.post(address, form);
        expect([address, status]).toEqual([address, 403]);
      }
    }
    expect(await watched.calls()).toEqual([]);
    expect(watched.rows()).toEqual(before);
  });

  it("does not reach one route's action by another's address", async () => {
    const before = watched.rows();
    for (const { id } of actions) {
      const address = `/company-overview?_data=${encodeURIComponent(id)}`;
      const { status } = await browser.post(address, { csrf });
      expect([id, status < 500 && status >= 400]).toEqual([id, true]);
    }
    const made = await watched.calls();
    expect(made.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(watched.rows()).toEqual(before);
  });
});

describe("a method that changes things elsewhere", () => {
  it("is refused by every address of the portal, and no call is made", async () => {
    await signIn("accounts");
    const cookie = [...browser.cookies]
      .map((pair) => pair.join("="))
      .join("; ");
    for (const route of routes) {
      for (const method of [
        "TRACE",
        "PUT",
        "DELETE",
        "OPTIONS",
        "PATCH",
        "PROPFIND",
      ]) {
        const address = addressOf(route);
        const { status, headers, text } = await rawRequest(
          portal.origin,
          address,
          {
            method,
            headers: { cookie, origin: portal.origin },
          },
        );
        expect([method, address, status]).toEqual([method, address, 405]);
        expect(headers.allow).toBe("GET, HEAD, POST");
        expect(text).not.toContain(cookie);
      }
    }
    expect(await watched.calls()).toEqual([]);
  });

  it("is refused where a route has no action", async () => {
    await signIn("accounts");
    for (const route of routes.filter(({ hasAction }) => !hasAction)) {
      for (const address of addressesOf(route)) {
        const { status } = await browser.post(address, { csrf });
        expect([address, status]).toEqual([address, 405]);
      }
    }
    expect(await watched.calls()).toEqual([]);
  });
});

describe("the administration of users", () => {
  const FORGED = {
    username: "forged",
    firstname: "For",
    lastname: "Ged",
    access_level: "account_manager",
    role: "account_manager",
    admin: "true",
    id: "3",
    password: "long-enough",
    password_confirm: "long-enough",
    confirm: "yes",
    intent: "save",
  };

  it.each([
    "company",
    "admin",
    "division",
    "region",
    "facility",
    "physician",
    "isnp",
  ])("is closed to the forms of %s, whatever they hold", async (username) => {
    await signIn(username);
    const before = watched.rows();
    const administration = actions.filter(({ id }) => /\.?users?[._]/.test(id));
    expect(administration).toHaveLength(12);
    for (const route of administration) {
      for (const address of addressesOf(route)) {
        const { status } = await browser.post(address, { ...FORGED, csrf });
        expect([address, status]).toEqual([address, 403]);
      }
    }
    // The frame of a page has asked how many reviews are overdue.
    const made = (await watched.calls()).filter(
      ({ route }) => route !== "review-counts",
    );
    expect(made.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(made.filter(({ route }) => route.startsWith("/auth/user"))).toEqual(
      [],
    );
    expect(watched.rows()).toEqual(before);
  });
});

describe("odd input", () => {
  let withFactor: { browser: Browser; csrf: string };
  beforeAll(async () => {
    const somebody = await portal.browser().loggedIn("division");
    withFactor = { browser: somebody, ...(await setUpToCodes(somebody)) };
    await signIn("accounts");
  });

  async function send(
    address: string,
    body: string | Buffer,
    sender = browser,
  ) {
    const page = await sender.post(
      address,
      {},
      {
        body: typeof body === "string" ? body : new Uint8Array(body),
        headers: FORM,
      },
    );
    // Whatever is typed leads nowhere but to pages of the portal.
    if (page.location !== null) {
      expect(page.location).toMatch(/^\/(?![/\\])/);
      expect(page.location).not.toMatch(/[\r\n\\]|evil/);
    }
    expect(page.headers.getSetCookie().join()).not.toContain("x=1");
    return page;
  }

  it.each(
    REFUSED_FORMS.map(([name, status, body], at) => ({
      name,
      status,
      body,
      at,
    })),
  )(
    "$name is answered with $status by every form",
    async ({ status, body, at }) => {
      for (const { id, address } of everyAction(at)) {
        if (TAKES_NOTHING.includes(id)) continue;
        expect([address, (await send(address, body)).status]).toEqual([
          address,
          status,
        ]);
      }
      expect(await watched.calls()).toEqual([]);
    },
  );

  // Who sends it decides which forms are open to them, not what a body does to one: they take turns but in the long run.
  const SENDERS = ["accounts", "physician", "accounts", "facilities"];
  const sentBy = STRANGE_FORMS.map(
    ([name, body], at): [string, string, string[], number] => [
      name,
      body,
      isAtLength ? SENDERS.slice(1) : SENDERS.slice(at % 4, (at % 4) + 1),
      at,
    ],
  );
  it.each(sentBy)("%s is no failure for any form", async (...form) => {
    const [, body, senders, spare] = form;
    for (const username of senders) {
      await signIn(username);
      for (const route of actions) {
        const sender = OF_FACTOR.test(route.id)
          ? withFactor
          : { browser, csrf };
        const { status } = await send(
          placeOf(route, spare),
          `csrf=${sender.csrf}&${body}`,
          sender.browser,
        );
        expect([username, route.id, status < 500]).toEqual([
          username,
          route.id,
          true,
        ]);
      }
    }
  });

  it("in an address is no failure for any page, and leads nowhere else", async () => {
    // tests/fuzz has many more values; here it counts where a page leads.
    const values = ["//evil.example", "<i>'\""];
    for (const username of ["company", "accounts", "facilities"]) {
      await signIn(username);
      for (const route of routes.filter(({ hasLoader }) => hasLoader)) {
        for (const value of values) {
          const query = QUERY_NAMES.map(
            (name) => `${name}=${encodeURIComponent(value)}`,
          ).join("&");
          const page = await browser.get(
            `${addressOf(route, { id: "101", npi: "1000000001", level: "facility" })}?${query}&${query}`,
          );
          expect([route.id, value, page.status < 500]).toEqual([
            route.id,
            value,
            true,
          ]);
          expect(page.location ?? "/").toMatch(/^\/(?![/\\])/);
        }
      }
    }
  });

  it("leaves nothing in the log that is an error, or that it could have forged", async () => {
    const lines = (await portal.log()).filter(
      (line) => !/^(GET|POST|HEAD|TRACE)\b/.test(line),
    );
    expect(
      lines.filter((line) => /"level":"(error|fatal)"/.test(line)),
    ).toEqual([]);
    expect(
      lines.filter((line) => /evil|Set-Cookie|javascript:/.test(line)),
    ).toEqual([]);
  });

  it.runIf(CPU_TIME_IS_KNOWN)(
    "costs no form more than 50 ms of CPU",
    async () => {
      await signIn("accounts");
      const TIMES = 4;
      const ROUNDS = 3;
      const address = "/users/add";
      for (const [name, body] of [
        ...REFUSED_FORMS.map(([what, , text]): [string, string | Buffer] => [
          what,
          text,
        ]),
        ...STRANGE_FORMS.map(([what, text]): [string, string] => [
          what,
          `csrf=${csrf}&${text}`,
        ]),
      ]) {
        // What others do on the same core makes a round dear; a form that is dear is so in each.
        let each = Infinity;
        for (let round = 0; round < ROUNDS && each >= 50; round++) {
          const before = cpuMsOf(portal.pid);
          for (let at = 0; at < TIMES; at++) await send(address, body);
          each = (cpuMsOf(portal.pid) - before) / TIMES;
        }
        expect([name, each < 50]).toEqual([name, true]);
      }
    },
  );
});
