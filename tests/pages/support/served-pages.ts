import { readFileSync } from "node:fs";
import { newYorkSqlDatetime } from "~/domain/calendar";
import type { Browser, Page } from "./browser";
import { startCensusHost } from "./census-host";
import { signInPaths } from "~/sign-in-paths";
import { startPortal, type Portal } from "./portal";
import { codeFor, comeBack, dialogOf, startWithLogin } from "./organisation";
import { oidcOnlyPages } from "./oidc-only-pages";
import { codeOf, setUpFactor } from "./second-factor";
import {
  AFTER_HOURS,
  CMS_REPORTS,
  CMS_REPORTS_PAGE,
  CMS_REQUEST,
  COMPANY,
  FAULTS,
  OPENED,
  OWN_OPENED,
  OWN_REFUSED,
  REFUSED,
  type Account,
} from "./served-pages.data";
import { inStore } from "./store-of-portal";
import { changeSession, idleFor } from "./stored-sessions";

/** A document that the portal sent, before any script. */
interface ServedPage {
  name: string;
  status: number;
  html: string;
}

const SESSION_MS = 15 * 60_000;

/** The built portal in front of the mock host, with a browser for each account of the small census. */
export async function startServedPages() {
  const mock = await startCensusHost({
    reports: readFileSync("examples/reports.csv", "utf8"),
  });
  const portal = await startPortal({ apiUrl: mock.url });
  const browsers = new Map<Account, Browser>();

  /** A browser that is signed in as that account; the same one every time. */
  async function as(account: Account): Promise<Browser> {
    const known = browsers.get(account);
    if (known) return known;
    const browser = portal.browser();
    const { status } = await browser.logIn(account);
    if (status !== 302) throw new Error(`${account} was not signed in`);
    browsers.set(account, browser);
    return browser;
  }

  /** The page that a post leads to, or the one that refuses it. */
  async function landed(browser: Browser, page: Page): Promise<Page> {
    return page.location ? browser.get(page.location) : page;
  }

  async function posted(
    account: Account,
    path: string,
    fields: Record<string, string>,
  ): Promise<Page> {
    const browser = await as(account);
    const csrf = await browser.csrfToken(path);
    return landed(browser, await browser.post(path, { csrf, ...fields }));
  }

  async function* opened() {
    for (const [account, ...paths] of OPENED) {
      const browser = await as(account);
      for (const path of paths) {
        const page = await landed(browser, await browser.get(path));
        yield served(`${path} for ${account}`, page);
      }
    }
    const thrifty = await (
      await as("company")
    ).get(COMPANY, { headers: { "save-data": "on" } });
    yield served("company overview for who saves data", thrifty);
  }

  async function* refused() {
    for (const [account, path, fields] of REFUSED) {
      const page = await posted(account, path, fields);
      yield served(`${path} refused to ${account}`, page);
    }
    const foreign = await as("company");
    for (const [name, fields] of [
      ["without a token", {}],
      ["with an odd field", { "x[1000000].y": "" }],
    ] as const) {
      const page = await foreign.post(CMS_REQUEST, fields);
      yield served(`request of a CMS report ${name}`, page);
    }
  }

  async function* strangers() {
    const stranger = portal.browser();
    yield served("login", await stranger.get("/login"));
    yield served("empty login", await stranger.post("/login", {}));
    for (const nth of [1, 2, 3, 4, 5, 6]) {
      // An account that nobody signs in with later: it has to wait now.
      const page = await stranger.logIn("spare", "not the password");
      yield served(`wrong login ${nth}`, page);
    }
  }

  /** What somebody meets who logs in with an organisation account, and who gives them a code for it. */
  async function* byOrganisation() {
    const both = await startWithLogin();
    const own = both.portal.browser();
    yield served("login with an organisation", await own.get("/login"));
    await comeBack(own, both);
    yield served("code for an account", await own.get("/oidc/link"));
    const wrong = await own.post("/oidc/link", { code: "1" });
    yield served("code for an account refused", wrong);
    const manager = await both.portal.browser().loggedIn("accounts");
    yield served("users with accounts", await manager.get("/users"));
    const dialog = await dialogOf(manager, "region");
    yield served("user to link", await manager.get(dialog));
    const code = await codeFor(manager, "region");
    yield served("code that was made", await manager.get(dialog));
    manager.cookies.delete("sojourn-link-code");
    yield served("user with a code", await manager.get(dialog));
    await own.post("/oidc/link", { code });
    yield served("user to unlink", await manager.get(dialog));
    yield* groups(manager);
    yield* ownPages(both.portal);
    yield* secondSteps(both.portal);
    for (const path of ["/sign-in-settings", "/change-password"]) {
      yield served(`${path} by organisation`, await own.get(path));
    }
    const token = await own.csrfToken("/change-password");
    await own.post("/logout", { csrf: token });
    yield served("way out", await own.get("/oidc/leave"));
    yield served("no way back", await own.get("/oidc/callback"));
    yield served("no such step", await own.get("/oidc/other"));
    await both.portal.stop();
    await both.provider.close();
  }

  /** What only a portal with its own data server has. */
  async function* ownPages(own: Portal) {
    for (const [account, path] of OWN_OPENED) {
      const browser = await own.browser().loggedIn(account);
      yield served(`${path} for ${account}`, await browser.get(path));
    }
    for (const [account, path, fields] of OWN_REFUSED) {
      const browser = await own.browser().loggedIn(account);
      const csrf = await browser.csrfToken(path);
      const page = await browser.post(path, { csrf, ...fields });
      yield served(`${path} refused to ${account}`, page);
    }
    const writer = await own.browser().loggedIn("facility");
    const events = "/events/facility/101";
    const csrf = await writer.csrfToken(events);
    const empty = { csrf, kind: "phase", text: "" };
    yield served("empty phase", await writer.post(events, empty));
    const manager = await own.browser().loggedIn("accounts");
    const sender = "/feed/sender";
    const token = await manager.csrfToken(sender);
    const placeless = { csrf: token, role: "facility", codes: "HOSP=02" };
    yield served("empty sender", await manager.post(sender, placeless));
    const days = { transferred_on: "2025-01-20", returned_on: "2025-01-01" };
    const refused = await writer.post("/reviews/1?step=hospital", {
      ...{ csrf, step: "hospital" },
      ...days,
    });
    yield served("step of a review refused", refused);
  }

  /** What account managers have who say what groups may see. */
  async function* groups(manager: Browser) {
    const list = "/users/groups";
    yield served("no groups", await manager.get(list));
    yield served("new group", await manager.get(`${list}/add`));
    const csrf = await manager.csrfToken(`${list}/add`);
    const access = { accessLevel: "region", placesOf: "region" };
    const places = { division: "1", regionsOf: "1", region: "11" };
    const typed = { csrf, name: "a <group>", ...access, ...places };
    const wrong = { ...typed, name: "", region: "" };
    const refusedGroup = await manager.post(`${list}/add`, wrong);
    yield served("new group refused", refusedGroup);
    const managers = { csrf, accessLevel: "account_manager" };
    const update = `${list}/add?update=1`;
    yield served("group of managers", await manager.post(update, managers));
    await manager.post(`${list}/add`, typed);
    yield served("groups", await manager.get(list));
    yield served("group", await manager.get(`${list}/1`));
    const stale = await manager.csrfToken(`${list}/1`);
    const opened = JSON.stringify({
      name: "a",
      label: "b",
      accessLevel: "company",
      ids: [0],
      isnpOnly: true,
      version: 7,
    });
    const again = { ...typed, csrf: stale, opened };
    yield served("group changed since", await manager.post(`${list}/1`, again));
    yield served("group to remove", await manager.get(`${list}/1/remove`));
  }

  /** What somebody meets who has a second factor, or needs one. */
  async function* secondSteps(at: Portal) {
    const owner = await at.browser().loggedIn("physicians");
    const { key, codes } = await setUpFactor(owner);
    const half = at.browser();
    await half.logIn("physicians");
    yield served("second step", await half.get("/login/code"));
    const wrong = await half.post("/login/code", { recoveryCode: "1" });
    yield served("second step refused", wrong);
    await half.post("/login/code", { recoveryCode: codes[0] ?? "" });
    const { own, factor, remove, recoveryCodes, addPasskey } = signInPaths;
    for (const path of [own, factor, remove, recoveryCodes, addPasskey]) {
      yield served(`${path} with a factor`, await half.get(path));
    }
    const csrf = await half.csrfToken(recoveryCodes);
    for (const path of [factor, remove]) {
      const empty = await half.post(path, { csrf, presentCode: "" });
      yield served(`empty ${path} with a factor`, empty);
    }
    const byRecovery = { csrf, code: codes[1] ?? "" };
    const no = await half.post(recoveryCodes, byRecovery);
    yield served("recovery codes refused", no);
    await half.post(recoveryCodes, { csrf, code: codeOf(key, 1) });
    yield served("recovery codes", await half.get(recoveryCodes));
    const manager = await at.browser().loggedIn("accounts");
    const list = await manager.get("/users");
    const reset = /\/users\/\d+\/second-factor/.exec(list.text)?.[0] ?? "";
    yield served("reset", await manager.get(reset));
    const rule = { access_level: "division", required_from: "2020-01-01" };
    await inStore(at, ({ db }) =>
      db.insertInto("second_factor_rules").values(rule).execute(),
    );
    const forced = at.browser();
    await forced.logIn("division");
    yield served("forced set-up", await forced.get("/login/set-up"));
    const empty = await forced.post("/login/set-up", {});
    yield served("forced set-up refused", empty);
  }

  async function* faults() {
    for (const [noun, scenario, account, path] of FAULTS) {
      const browser = await as(account);
      mock.play(noun, scenario);
      const page = await landed(browser, await browser.get(path));
      mock.reset();
      yield served(`${path} while ${noun} answers ${scenario}`, page);
    }
  }

  /** CMS reports in every state, with and without the reason why one failed. */
  async function* cmsReports() {
    const browser = await as("company");
    mock.on("/api/QIES-reports/", () => Response.json({ data: CMS_REPORTS }));
    const page = await browser.get(CMS_REPORTS_PAGE);
    mock.reset();
    yield served("CMS reports in every state", page);
  }

  /** What follows from time: notices, old data, the end of a session, and a form that comes back. */
  async function* later() {
    const reader = await as("physician");
    const read = await posted("physician", AFTER_HOURS, {
      intent: "all",
    });
    yield served("after hours report, all read", await landed(reader, read));

    for (const hours of [5, 24]) {
      const browser = portal.browser();
      await browser.logIn("facilities");
      dataOfHoursAgo(portal, hours);
      yield served(`data of ${hours} hours`, await browser.get("/"));
    }

    const typing = portal.browser();
    await typing.logIn("region");
    const csrf = await typing.csrfToken(CMS_REQUEST);
    idleFor(portal, SESSION_MS);
    const late = await typing.post(CMS_REQUEST, { csrf, facility: "102" });
    yield served("login after the session", await landed(typing, late));
    const back = await typing.logIn("region");
    yield served("form that is back", await landed(typing, back));
  }

  return {
    origin: portal.origin,
    as,
    stranger: () => portal.browser(),
    posted,
    /** Every kind of page and state, each as the portal sends it. */
    async *everyPage(): AsyncGenerator<ServedPage> {
      yield* strangers();
      yield* opened();
      yield* refused();
      yield* byOrganisation();
      for await (const [name, page] of oidcOnlyPages()) {
        yield served(name, page);
      }
      yield* faults();
      yield* cmsReports();
      yield* later();
    },
    async stop(): Promise<void> {
      await portal.stop();
      await mock.close();
    },
  };
}

export type ServedPages = Awaited<ReturnType<typeof startServedPages>>;

function served(name: string, { status, text }: Page): ServedPage {
  return { name, status, html: text };
}

/** The session is told that the newest data that it has seen are so old. */
function dataOfHoursAgo(portal: Portal, hours: number): void {
  const lastUpdated = newYorkSqlDatetime(
    new Date(Date.now() - hours * 3_600_000),
  );
  changeSession(portal, (record) => ({ ...record, lastUpdated }));
}
