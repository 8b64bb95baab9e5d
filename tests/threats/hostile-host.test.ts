import { afterAll, beforeAll, expect, it } from "vitest";
import * as audit from "~/contract/audit";
import * as auth from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import * as frailty from "~/contract/frailty";
import * as graphs from "~/contract/graphs";
import * as staff from "~/contract/medicalstaff";
import * as metrics from "~/contract/metrics";
import * as organization from "~/contract/organization";
import * as physician from "~/contract/physician";
import * as alerts from "~/contract/physicianalerts";
import * as physicians from "~/contract/physicians";
import * as qies from "~/contract/qies-reports";
import * as quality from "~/contract/qmcalculator";
import * as reports from "~/contract/reports";
import * as summary from "~/contract/summary";
import * as users from "~/contract/users";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import { MOCK_PASSWORD } from "~mocks/accounts.data";
import { all, documentOf } from "../pages/support/document";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type Portal,
} from "../pages/support/portal";
import { addressOf, builtRoutes } from "./support/built-routes";
import { spoil } from "./support/spoil";
import {
  startRecordingHost,
  type RecordingHost,
} from "./support/recording-host";

const ENDPOINTS = [
  audit,
  auth,
  frailty,
  graphs,
  staff,
  metrics,
  organization,
  physician,
  alerts,
  physicians,
  qies,
  quality,
  reports,
  summary,
  users,
]
  .flatMap((nouns) => Object.values(nouns) as unknown[])
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === "object" && value !== null && "bodyType" in value;
}

/** Ends a script, a text, an attribute in either quotes and a tag; begins an element and a handler; breaks a line. */
const HOSTILE =
  "</script></textarea></title>'\"><img data-hostile onerror=alert(1)>\r\nX-Hostile: 1\u2028{{1}}";
const IN_TAG = /<img data-hostile/;

let host: RecordingHost;
let portal: Portal;
beforeAll(async () => {
  host = await startRecordingHost();
  portal = await startPortal({ apiUrl: host.url });
  host.change((body, method, path) => {
    const fitting = ENDPOINTS.filter(
      (one) => one.method === method && fits(one.path, path),
    );
    return fitting.length > 0
      ? spoil(
          body,
          fitting.map(({ answer }) => answer),
          HOSTILE,
        )
      : body;
  });
}, PORTAL_START_TIMEOUT_MS);
afterAll(async () => {
  await portal.stop();
  await host.stop();
});

function fits(pattern: string, path: string): boolean {
  const expected = pattern.replace(/\/$/, "").split("/");
  const given = path.replace(/\/$/, "").split("/");
  return (
    expected.length === given.length &&
    expected.every((part, at) => part.startsWith(":") || part === given[at])
  );
}

/** What can be open on a profile page, and how its list may be asked for. */
const OPEN = [
  "",
  "inspect=rth",
  "modal=quality",
  "graph=rth_30",
  "compare=rth",
  "view=huddle",
  "q=hostile",
];

function addresses(isOpenAll: boolean): string[] {
  const values = {
    id: "101",
    npi: "1003000101",
    level: "facility",
    slug: "infection-control",
  };
  return builtRoutes()
    .filter(({ hasLoader }) => hasLoader)
    .flatMap((route) => {
      const [, first = ""] = route.pattern.split("/");
      const id = {
        "division-profile": "1",
        "region-profile": "11",
        users: "6",
      }[first];
      const address = addressOf(route, { ...values, ...(id ? { id } : {}) });
      if (first === "metric-data") {
        return [`${address}?measure=${FIGURE_TAGS[0]}`];
      }
      const isProfile = /profile|overview|search/.test(first);
      const open = isProfile && isOpenAll ? OPEN : [""];
      return open.map((query) => `${address}?${query}`);
    });
}

it.each(["demo-company", "demo-physician", "demo-accounts"])(
  "hostile text in every field of every answer is text on every page of %s",
  async (username) => {
    const browser = portal.browser();
    expect((await browser.logIn(username, MOCK_PASSWORD)).status).toBe(302);
    let shown = 0;
    for (const address of addresses(username === "demo-company")) {
      const page = await browser.get(address);
      expect([address, page.status < 500]).toEqual([address, true]);
      expect(page.headers.get("x-hostile")).toBeNull();
      const type = page.headers.get("content-type") ?? "";
      if (!type.startsWith("text/html")) {
        // Data are JSON and files are attachments, which nosniff keeps them: no browser makes a page of them.
        expect(page.headers.get("x-content-type-options")).toBe("nosniff");
        continue;
      }
      if (page.text.includes("data-hostile")) shown += 1;
      expect([address, IN_TAG.exec(page.text)]).toEqual([address, null]);
      const document = documentOf(page.text);
      expect(all(document, "[data-hostile], [onerror], [onclick]")).toEqual([]);
      for (const link of all(document, "[href], [action], [src]")) {
        for (const name of ["href", "action", "src"]) {
          expect(link.getAttribute(name) ?? "").not.toMatch(
            /^\s*(javascript|data|vbscript):(?!image)/i,
          );
        }
      }
    }
    // The pages do show it.
    expect(shown).toBeGreaterThan(username === "demo-company" ? 20 : 4);
  },
);

it("and none of it is in the log", async () => {
  const lines = (await portal.log()).filter(
    (line) => !/^(GET|POST) /.test(line),
  );
  expect(lines.length).toBeGreaterThan(50);
  for (const line of lines) expect(line).not.toMatch(/hostile/i);
});
