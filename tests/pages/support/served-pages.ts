import { readFileSync } from "node:fs";
import { newYorkSqlDatetime } from "~/domain/calendar";
import type { Noun } from "~mocks/endpoints";
import type { ScenarioName } from "~mocks/scenarios";
import type { Browser, Page } from "./browser";
import { startCensusHost } from "./census-host";
import { startPortal, type Portal } from "./portal";
import { changeSession, idleFor } from "./stored-sessions";

/** A document that the portal sent, before any script. */
interface ServedPage {
  name: string;
  status: number;
  html: string;
}

type Account =
  | "company"
  | "accounts"
  | "division"
  | "region"
  | "facility"
  | "facilities"
  | "physician"
  | "isnp";

/** The year of which the small census tells. */
const YEAR = "startDate=2025-01-01&endDate=2025-12-31";
/** Before the data begin: every panel is empty. */
const LONG_AGO = "startDate=1990-01-01&endDate=1990-01-02";
const COMPANY = `/company-overview?${YEAR}`;
const FACILITY = `/facility-profile/101?${YEAR}`;
const CMS_REQUEST = "/reports/cms-qies-reports/request";
const AFTER_HOURS = "/reports/after-hours-patient-report/";
const SESSION_MS = 15 * 60_000;

/** Every screen, by whom it is opened, with what can stand open over it and the states that its address can have. */
const OPENED: readonly [account: Account, ...paths: string[]][] = [
  [
    "company",
    COMPANY,
    `${COMPANY}&isnp=true&sort=patients&dir=desc`,
    `${COMPANY}&modal=quality`,
    `${COMPANY}&inspect=rth`,
    `${COMPANY}&inspect=patient_count`,
    `${COMPANY}&inspect=h_1000`,
    `${COMPANY}&graph=rth_30`,
    `${COMPANY}&mom=rth_30,adm_1000&graph=adm_1000`,
    `${COMPANY}&compare=rth`,
    `${COMPANY}&view=huddle`,
    `/company-overview?${LONG_AGO}`,
    `/company-overview?${LONG_AGO}&graph=ed_30`,
    "/company-overview?startDate=soon&endDate=2999-01-01",
    "/search",
    "/search?q=al",
    "/search?q=no+such+place",
    "/incomplete-data",
    "/reports",
    "/reports/medical-staff-report?sort=rth_30_metric&dir=desc",
    "/reports/infection-control",
    "/reports/system-test",
    "/reports/cms-qies-reports",
    `/reports/cms-qies-reports?${LONG_AGO}`,
    "/change-password",
    "/left-open?from=/search",
    "/no-such-page",
    "/users",
    "/cms-report-file/999999",
    "/metric-data/company/0?measure=none",
  ],
  ["division", `/division-profile/1?${YEAR}`],
  [
    "region",
    `/region-profile/11?${YEAR}`,
    `/region-profile/11?${YEAR}&compare=h_1000`,
  ],
  [
    "facility",
    FACILITY,
    `${FACILITY}&inspect=ed_1000`,
    `${AFTER_HOURS}?notes=open`,
    `${AFTER_HOURS}?help=open`,
    `/physician-profile/1000000001?facility-id=101&${YEAR}`,
    `/patient-profile/1`,
    CMS_REQUEST,
  ],
  ["facilities", "/", AFTER_HOURS],
  [
    "physician",
    `/physician-profile/1000000001?${YEAR}`,
    `/physician-profile/1000000001?${YEAR}&sort=name&dir=desc`,
    "/reports",
    AFTER_HOURS,
    "/company-overview",
  ],
  ["isnp", "/region-profile/11"],
  [
    "accounts",
    "/users",
    "/users?q=o&level=region&sort=username&dir=desc",
    "/users?q=no+such+user",
    "/users/add",
    "/users/add?level=facility",
    "/users/3/edit",
    "/users/6/edit",
    "/users/7/edit",
    "/users/7/delete",
    "/user/create",
    "/users/reports-config",
    "/users/audit-trail",
    "/users/imports",
    "/users/audit-trail?endDate=soon",
  ],
];

/** Forms that are refused: who sends what, to where. */
const REFUSED: readonly [
  account: Account,
  path: string,
  fields: Record<string, string>,
][] = [
  ["accounts", "/users/add", { accessLevel: "facility", username: "a b" }],
  ["accounts", "/users/add", { accessLevel: "physician", password: "1" }],
  ["accounts", "/user/create", { username: "" }],
  ["accounts", "/users/7/edit", { accessLevel: "region", version: "0" }],
  ["company", "/change-password", { currentPassword: "", password: "1" }],
  [
    "facility",
    CMS_REQUEST,
    { reportType: "50-5002", startDate: "soon", shown: "startDate endDate" },
  ],
];

/** What the host does, on which page it shows. */
const FAULTS: readonly [
  noun: Noun | "all",
  scenario: ScenarioName,
  account: Account,
  path: string,
][] = [
  ["all", "system-error", "company", `${COMPANY}&graph=rth_30`],
  ["all", "system-error", "company", `${COMPANY}&modal=quality`],
  ["all", "system-error", "company", `${COMPANY}&view=huddle`],
  ["all", "system-error", "facility", FACILITY],
  ["all", "system-error", "facility", AFTER_HOURS],
  ["all", "system-error", "company", "/reports/cms-qies-reports"],
  ["all", "system-error", "company", "/reports/medical-staff-report"],
  ["all", "system-error", "company", "/reports/infection-control"],
  ["all", "system-error", "company", "/reports"],
  ["all", "empty", "company", "/reports"],
  ["all", "system-error", "company", "/search?q=al"],
  ["all", "empty", "company", COMPANY],
  ["all", "empty", "company", `${COMPANY}&compare=rth`],
  ["all", "empty", "facility", AFTER_HOURS],
  ["all", "empty", "accounts", "/users"],
  ["users", "system-error", "accounts", "/users"],
  ["users", "system-error", "accounts", "/users/7/edit"],
  ["reports", "system-error", "accounts", "/users/reports-config"],
  ["audit", "system-error", "accounts", "/users/audit-trail"],
  ["imports", "system-error", "accounts", "/users/imports"],
  ["metrics", "too-many", "company", COMPANY],
  ["metrics", "not-found", "company", COMPANY],
  ["metricdatacsv", "system-error", "company", "/metric-data/company/0"],
  ["medicalstaff", "system-error", "company", "/medical-staff-data"],
];

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
      const page = await foreign.post("/change-password", fields);
      yield served(`change of password ${name}`, page);
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

  async function* faults() {
    for (const [noun, scenario, account, path] of FAULTS) {
      const browser = await as(account);
      mock.play(noun, scenario);
      const page = await landed(browser, await browser.get(path));
      mock.reset();
      yield served(`${path} while ${noun} answers ${scenario}`, page);
    }
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
      yield* faults();
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
