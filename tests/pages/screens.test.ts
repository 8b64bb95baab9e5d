import { beforeAll, describe, expect, it } from "vitest";
import {
  SCREENS,
  screenAt,
  type Screen,
  type ScreenName,
} from "~/screens.server";
import { CENSUS, PASSWORD } from "./support/census";
import type { Page } from "./support/browser";
import { all, documentOf } from "./support/document";
import { excessProse } from "./support/prose";
import { says, signsIn, type FakeHost } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { inStore } from "./support/store-of-portal";

const ACCOUNTS = [
  "physician",
  "facility",
  "region",
  "division",
  "company",
  "admin",
  "accounts",
] as const;

/** They see all pages between them. */
const READERS: readonly (typeof ACCOUNTS)[number][] = [
  "physician",
  "company",
  "accounts",
];

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);

const YESTERDAY = daysAgo(1);

const YEAR = "startDate=2025-01-01&endDate=2025-12-31";

/**
 * What each account gets, in the order of {@link ACCOUNTS}: A the page or the way to it, H the way home, F 403, N 404.
 * Written from R6 to R14, not from the table of screens.
 */
const TABLE: readonly [path: string, answers: string][] = [
  ["/", "AAAAAAA"],
  ["/search", "AAAAAAA"],
  ["/search/", "AAAAAAA"],
  ["/SEARCH", "AAAAAAA"],
  ["/search?q=brown", "AAAAAAA"],
  ["/search/more", "NNNNNNN"],
  ["/company-overview", "FFFFAAF"],
  ["/company-overview/", "FFFFAAF"],
  ["/division-profile/1", "FFFAAAA"],
  ["/division-profile/2", "FFFFAAA"],
  ["/division-profile/9", "FFFFFFF"],
  ["/division-profile/north", "NNNNNNN"],
  ["/region-profile/11", "FFAAAAA"],
  ["/region-profile/21", "FFFFAAA"],
  ["/region-profile/12", "FFFAAAA"],
  ["/region-profile/-11", "NNNNNNN"],
  ["/facility-profile/101", "FAAAAAA"],
  ["/facility-profile/102", "FFAAAAA"],
  ["/facility-profile/999999", "FFFFFFF"],
  ["/facility-profile/201", "FFFFAAA"],
  ["/facility-profile/1e2", "NNNNNNN"],
  ["/facility-profile/%31%30%31", "FAAAAAA"],
  ["/facility-profile/10000000000000000101", "FFFFFFF"],
  ["/facility-profile", "NNNNNNN"],
  ["/facility-profile/101/edit", "NNNNNNN"],
  ["/physician-profile/1000000001", "AAAAAAA"],
  ["/physician-profile/1000000003", "FFFFAAA"],
  ["/physician-profile/1000000002?facility-id=102", "FFAAAAA"],
  ["/physician-profile/1999999999", "FFFFNNN"],
  ["/physician-profile/0", "FAAAAAA"],
  ["/physician-profile/dr-who", "NNNNNNN"],
  ["/physician-profile/10000000010000000", "FNNNNNN"],
  ["/patient-profile/5", "AAAAAAA"],
  ["/patient-profile/0000000000000005", "NNNNNNN"],
  ["/patient-profile/-5", "NNNNNNN"],
  ["/patient-profile/%D9%A1", "NNNNNNN"],
  ["/metric-data/facility/101?measure=rth", "FAAAAAA"],
  ["/metric-data/facility/201?measure=rth", "FFFFAAA"],
  ["/metric-data/region/11?measure=rth", "FFAAAAA"],
  ["/metric-data/company/0?measure=rth", "FFFFAAF"],
  ["/metric-data/physician/1000000002?measure=rth", "FAAAAAA"],
  ["/metric-data/physician/1000000003?measure=rth", "FFFFAAA"],
  ["/metric-data/physician/0?measure=rth", "FAAAAAA"],
  ["/metric-data/company/1?measure=rth", "NNNNNNN"],
  [`/figure-rows/facility/101?${YEAR}&measure=rth`, "FAAAAAF"],
  ["/figure-rows/facility/201?measure=rth", "FFFFAAF"],
  ["/figure-rows/company/0?measure=rth", "FFFFAAF"],
  ["/figure-rows/physician/1000000001?measure=rth", "AAAAAAF"],
  ["/figure-rows/physician/1000000003?measure=rth", "FFFFAAF"],
  ["/today/facility/101", "FAAAAAF"],
  ["/today/facility/201", "FFFFAAF"],
  ["/today/physician/1000000001", "AAAAAAF"],
  ["/today/physician/1000000003", "FFFFAAF"],
  ["/today/physician/0", "FNNNNNN"],
  ["/today/region/11", "FFAAAAF"],
  ["/today-data/facility/101", "FAAAAAF"],
  ["/today-data/facility/201", "FFFFAAF"],
  ["/transfers/company/0", "FFFFAAF"],
  [`/transfers/company/0?${YEAR}&list=physician&key=1000000001`, "FFFFAAF"],
  ["/transfers/company/1", "NNNNNNN"],
  ["/transfers/region/11", "FFAAAAA"],
  ["/transfers/facility/101/", "FAAAAAA"],
  ["/transfers/facility/201", "FFFFAAA"],
  ["/transfers/physician/1000000001", "AAAAAAA"],
  ["/transfers/physician/1000000003", "FFFFAAA"],
  ["/transfers/patient/1", "NNNNNNN"],
  ["/transfers/facility", "NNNNNNN"],
  ["/transfers/facility/101/more", "NNNNNNN"],
  ["/signals/company/0", "FFFFAAF"],
  ["/signals/region/11", "FFAAAAA"],
  ["/signals/facility/101", "FAAAAAA"],
  ["/signals/facility/201", "FFFFAAA"],
  ["/signals/physician/1000000001", "NNNNNNN"],
  ["/signals-data/facility/101", "FAAAAAA"],
  ["/signals-data/facility/201", "FFFFAAA"],
  ["/facilities/company/0", "FFFFAAF"],
  ["/facilities/company/1", "NNNNNNN"],
  ["/facilities/division/1", "FFFAAAA"],
  ["/facilities/region/11", "FFAAAAA"],
  ["/facilities/region/21", "FFFFAAA"],
  ["/facilities/facility/101", "NNNNNNN"],
  ["/facilities-data/region/11", "FFAAAAA"],
  ["/facilities-data/facility/101", "NNNNNNN"],
  ["/changes", "FAAAAAF"],
  ["/changes/company/0", "FFFFAAF"],
  ["/changes/company/1", "NNNNNNN"],
  ["/changes/division/1", "FFFAAAF"],
  ["/changes/region/11", "FFAAAAF"],
  ["/changes/region/21", "FFFFAAF"],
  ["/changes/facility/101", "NNNNNNN"],
  ["/events/company/0", "FFFFAAF"],
  ["/events/company/1", "NNNNNNN"],
  ["/events/facility/101", "FAAAAAA"],
  ["/events/physician/1000000001", "NNNNNNN"],
  ["/targets/company/0", "FFFFAAF"],
  ["/targets/company/1", "NNNNNNN"],
  ["/targets/facility/101", "FAAAAAA"],
  ["/targets/physician/1000000001", "NNNNNNN"],
  ["/residents/1", "AAAAAAF"],
  ["/residents/4", "FFFFAAF"],
  ["/residents/99", "FFFFNNF"],
  ["/residents/--5", "NNNNNNN"],
  ["/residents", "NNNNNNN"],
  ["/reviews", "AAAAAAF"],
  ["/reviews/causes", "FFFFFFA"],
  ["/reviews/1", "AAAAAAF"],
  ["/reviews/2", "FFFFAAF"],
  ["/reviews/first", "NNNNNNN"],
  ["/reviews/1/edit", "NNNNNNN"],
  ["/transfer-notices/company/0", "NNNNNNN"],
  ["/transfer-notices/region/11", "NNNNNNN"],
  ["/transfer-notices/facility/101", "FAAAAAF"],
  ["/transfer-notices/facility/201", "FFFFAAF"],
  ["/transfer-notices/physician/1000000001", "NNNNNNN"],
  ["/transfer-notices/1", "AAAAAAF"],
  ["/transfer-notices/2", "FFFFAAF"],
  ["/transfer-notices/first", "NNNNNNN"],
  ["/transfer-notices-data/facility/101", "FAAAAAF"],
  ["/transfer-notices-data/facility/201", "FFFFAAF"],
  ["/transfer-notices-data/region/11", "NNNNNNN"],
  ["/census", "FAAAAAA"],
  ["/census?list=overlapping_stays&facility-id=101", "FAAAAAA"],
  ["/reports", "AAAAAAF"],
  ["/reports/after-hours-patient-report", "AAAAAAF"],
  ["/reports/after-hours-patient-report/", "AAAAAAF"],
  ["/reports/medical-staff-report", "HHAAAAF"],
  ["/medical-staff-data", "HHAAAAF"],
  ["/reports/cms-qies-reports", "FAAAAAF"],
  ["/reports/cms-qies-reports/request", "FAAAAAF"],
  ["/cms-report-file/7", "AAAAAAF"],
  ["/reports/system-test", "AAAAAAF"],
  ["/reports/no-such-report", "FNNNNNF"],
  ["/report-token/no-such-report", "AAAAAAA"],
  ["/users", "FFFFFFA"],
  ["/users/add", "FFFFFFA"],
  ["/user/create", "FFFFFFA"],
  ["/users/6/edit", "FFFFFFA"],
  ["/users/99/edit", "FFFFFFN"],
  ["/users/1e3/edit", "NNNNNNN"],
  ["/users/6/delete", "FFFFFFA"],
  ["/users/99/delete", "FFFFFFN"],
  ["/users/6/second-factor", "FFFFFFN"],
  ["/users/6/sessions", "FFFFFFA"],
  ["/users/99/sessions", "FFFFFFN"],
  ["/users/6/organisation-account", "FFFFFFN"],
  ["/users/x/edit", "NNNNNNN"],
  ["/users/6", "NNNNNNN"],
  ["/users/reports-config", "FFFFFFA"],
  ["/users/audit-trail", "FFFFFFA"],
  ["/audit-file", "FFFFFFA"],
  ["/users/imports", "FFFFFFA"],
  ["/users/second-factor", "FFFFFFA"],
  ["/users/from-file", "FFFFFFA"],
  ["/users/groups", "FFFFFFN"],
  ["/users/groups/add", "FFFFFFN"],
  ["/users/groups/7", "FFFFFFN"],
  ["/users/groups/7/remove", "FFFFFFN"],
  ["/users/groups/add/remove", "NNNNNNN"],
  ["/feed", "FFFFFFA"],
  ["/feed/message/7", "FFFFFFN"],
  ["/feed/sender", "FFFFFFA"],
  ["/change-password", "AAAAAAA"],
  ["/sign-in-settings", "AAAAAAA"],
  ["/sign-in-settings/second-factor", "AAAAAAA"],
  ["/sign-in-settings/recovery-codes", "AAAAAAA"],
  ["/sign-in-settings/remove", "AAAAAAA"],
  ["/sign-in-settings/add-passkey", "AAAAAAA"],
  ["/sign-in-settings/remove-passkey", "AAAAAAA"],
  ["/incomplete-data", "AAAAAAA"],
  ["/no-such-page", "NNNNNNN"],
  ["/dismiss", "HHHHHHH"],
];

describe("every account at every screen", () => {
  let portal: Portal;
  onOwnPortal((started) => (portal = started), {
    census: {
      "users.csv": `${CENSUS["users.csv"]}
admin,Ada,Admin,${PASSWORD},admin,0,false`,
      "transfers.csv": `${CENSUS["transfers.csv"]}
3,2,101,${YESTERDAY},inpatient,false
4,2,101,${daysAgo(9)},inpatient,false`,
      "stays.csv": `${CENSUS["stays.csv"]}
5,3,101,1000000002,2025-05-10,,hospital,false`,
      "notes.csv": `note_id,patient_id,facility_id,npi,noted_at,note_type,note_text,provider,high_risk
1,1,101,1000000001,${YESTERDAY}T08:00:00Z,Consultation,Seen by telehealth.,,false`,
    },
  });

  const taken: string[] = [];
  const wordy: string[] = [];
  const answers: [path: string, letters: string][] = [];
  const recorded = new Map<string, Set<string>>();
  beforeAll(async () => {
    const browsers = await Promise.all(
      ACCOUNTS.map(async (name) => {
        const browser = await portal.browser().loggedIn(name);
        return { name, browser, csrf: await browser.csrfToken("/search") };
      }),
    );
    await eventsSince(portal);
    for (const [path] of TABLE) {
      const letters = await Promise.all(
        browsers.map(async ({ name, browser, csrf }) => {
          const page = await browser.get(path);
          if (READERS.includes(name) && isPage(page)) {
            const excess = excessProse(path, documentOf(page.text));
            if (excess !== null) wordy.push(excess);
          }
          const letter = letterOf(page);
          if (letter === "F") {
            const { status } = await browser.post(path, { csrf });
            if (![400, 403, 405].includes(status)) {
              taken.push(`${path}: ${status}`);
            }
          }
          return letter;
        }),
      );
      answers.push([path, letters.join("")]);
      const name = nameOf(path) ?? "";
      const events = recorded.get(name) ?? new Set();
      for (const action of await eventsSince(portal)) events.add(action);
      recorded.set(name, events);
    }
  });

  it("is let in, led home, refused or finds nothing", () => {
    expect(answers).toEqual(TABLE);
  });

  it("has at most 150 words of prose on a profile, and 80 on any other page", () => {
    expect(wordy).toEqual([]);
  });

  it("takes no form from whom it refuses", () => {
    expect(taken).toEqual([]);
  });

  it("leaves in the audit trail what the table of screens says", () => {
    const declared = Object.entries<Screen>(SCREENS).map(
      ([name, { audit }]) => [name, [...audit].sort()],
    );
    const left = Object.keys(SCREENS).map((name) => [
      name,
      [...(recorded.get(name) ?? [])].sort(),
    ]);
    expect(left).toEqual(declared);
  });
});

it("has a row for every screen", () => {
  const walked = new Set(TABLE.map(([path]) => nameOf(path)));
  const left = Object.keys(SCREENS).filter(
    (name) => !walked.has(name as ScreenName),
  );
  expect(left).toEqual([]);
});

describe("with an API host", () => {
  let host: FakeHost;
  let portal: Portal;
  onFakeHost((started) => ({ host, portal } = started));

  it.each([
    ["company", ["/company-overview", "/reports", "/search?q=a"]],
    ["account_manager", ["/users", "/search"]],
  ] as const)(
    "what no specified host has is not found by %s, and no link leads there",
    async (role, pages) => {
      signsIn(host, { role });
      says(host, "/auth/users", { users: [] });
      const browser = await portal.browser().loggedIn(role);
      const csrf = await browser.csrfToken("/search");
      const isAbsent = (path: string) => {
        const name = nameOf(path);
        return name !== undefined && !SCREENS[name].specified;
      };
      for (const [path] of TABLE) {
        if (!isAbsent(path)) continue;
        const { status } = await browser.get(path);
        const posted = await browser.post(path, { csrf });
        expect([path, status]).toEqual([path, 404]);
        // A resident's page reads its form before it looks for the resident.
        const refused = path.startsWith("/residents/") ? [400] : [404, 405];
        expect(refused, path).toContain(posted.status);
      }
      for (const path of pages) {
        const { status, text } = await browser.get(path);
        expect([path, status]).toEqual([path, 200]);
        const hrefs = all(documentOf(text), "a[href^='/'], form[action^='/']");
        const links = hrefs.map(
          (one) => one.getAttribute("href") ?? one.getAttribute("action") ?? "",
        );
        expect([path, links.filter(isAbsent)]).toEqual([path, []]);
      }
    },
  );
});

function nameOf(path: string): ScreenName | undefined {
  return screenAt(path.split(/[?#]/, 1)[0] ?? "")?.name;
}

function isPage({ status, headers }: Page): boolean {
  return status === 200 && /html/.test(headers.get("content-type") ?? "");
}

function letterOf({ status, location }: Page): string {
  if (location !== null) return location === "/" ? "H" : "A";
  return { 200: "A", 403: "F", 404: "N" }[status] ?? String(status);
}

let lastEvent = 0;

/** What was recorded since this was asked before. */
async function eventsSince(portal: Portal): Promise<string[]> {
  const events = await inStore(portal, ({ db }) =>
    db
      .selectFrom("audit_events")
      .select(["id", "action"])
      .where("id", ">", lastEvent)
      .orderBy("id")
      .execute(),
  );
  lastEvent = events.at(-1)?.id ?? lastEvent;
  return events.map(({ action }) => action);
}
