import { beforeEach, describe, expect, it } from "vitest";
import { reportPath } from "~/paths";
import { reportTokenPath } from "~/report-paths";
import type { Browser } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import {
  type FakeHost,
  physicianRecord,
  says,
  signsIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const TOKEN = "canary-embed-token";
const PAGE = reportPath("infections");
const TOKEN_PATH = reportTokenPath("infections");
const EMBED_URL = "https://app.powerbi.com/reportEmbed?reportId=r-1";

const REPORTS = [
  { id: 7, report_id: "infections", title: "Infections", type: "powerbi" },
  { id: 8, report_id: "plain", title: "Plain", type: "other" },
];

function givesEmbed(more: object = {}): void {
  const reportConfig = {
    reportName: "Infections",
    reportId: "r-1",
    embedUrl: EMBED_URL,
  };
  says(host, "/api/powerbi/w-1/r-1", {
    data: { reportConfig, accessToken: TOKEN, ...more },
  });
}

beforeEach(() => {
  says(host, "/api/reports/", { data: REPORTS });
  says(host, "/api/reports/7", {
    data: { workspace_id: "w-1", report_id: "r-1" },
  });
  givesEmbed();
});

/** Signs in somebody of another level. */
async function signedInAs(role: string, levels: number[]): Promise<Browser> {
  signsIn(host, { role, levels });
  says(host, "/auth/me/", {
    data: {
      name: "Other",
      username: "other",
      access_level: role,
      access_level_id: levels,
    },
  });
  says(host, "/api/physician/", {
    data: physicianRecord(1000000001),
  });
  return portal.browser().loggedIn("other");
}

/** What the script of a report is answered; by default at that of the company. */
async function askToken(path = TOKEN_PATH, as?: Browser) {
  const browser = as ?? (await portal.browser().loggedIn("company"));
  return browser.post(path, { csrf: await browser.csrfToken("/search") });
}

function policyOf(headers: Headers): string[] {
  return (headers.get("content-security-policy") ?? "").split("; ");
}

describe("the page of an embedded report", () => {
  it("is named by its title, leads home, and says what to do without scripts", async () => {
    const browser = await portal.browser().loggedIn("company");
    const { status, text } = await browser.get(PAGE);
    expect(status).toBe(200);
    const page = documentOf(text);
    expect(page.title).toBe("Infections – Sojourn");
    expect(textsOf(page, "h1")).toEqual(["Infections"]);
    const links = all(page, "main a").map((link) => [
      textOf(link),
      link.getAttribute("href"),
    ]);
    expect(links).toEqual([
      ["Home", "/"],
      ["Reports", "/reports"],
      ["your dashboard", "/company-overview"],
    ]);
    expect(textOf(page.querySelector("main"))).toContain("It needs scripts");
  });

  it("may frame the hosts of Power BI, as no other page may, and asks for no token", async () => {
    const browser = await portal.browser().loggedIn("company");
    const { headers } = await browser.get(PAGE);
    expect(policyOf(headers)).toContain(
      "frame-src https://*.powerbi.com https://*.fabric.microsoft.com https://*.powerbigov.us",
    );
    expect(headers.get("x-frame-sources")).toBeNull();
    expect(headers.get("cache-control")).toContain("no-store");
    expect(host.callsTo("/api/powerbi/")).toEqual([]);
    const other = await browser.get("/company-overview");
    expect(policyOf(other.headers).join()).not.toContain("frame-src");
  });

  it("gives its script a token each time it asks", async () => {
    givesEmbed({ expiration: new Date(Date.now() + 3_600_000).toISOString() });
    const browser = await portal.browser().loggedIn("company");
    const csrf = await browser.csrfToken(PAGE);
    const { status, headers, text } = await browser.post(TOKEN_PATH, { csrf });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    const embed = JSON.parse(text);
    expect(embed).toMatchObject({
      reportId: "r-1",
      embedUrl: EMBED_URL,
      accessToken: TOKEN,
      filters: [],
    });
    expect(embed.refreshInMs / 60_000).toBeCloseTo(55, 0);
    expect(host.callsTo("/api/powerbi/")).toHaveLength(1);
    expect((await browser.post(TOKEN_PATH, { csrf })).status).toBe(200);
    expect(host.callsTo("/api/powerbi/")).toHaveLength(2);
  });

  it("gives the token to nobody else", async () => {
    const browser = await portal.browser().loggedIn("company");
    const csrf = await browser.csrfToken(PAGE);
    const foreign = { headers: { origin: "https://evil.example" } };
    const answers = [
      await browser.post(TOKEN_PATH, {}),
      await browser.post(TOKEN_PATH, { csrf: "made up" }),
      await browser.post(TOKEN_PATH, { csrf }, foreign),
      await browser.get(TOKEN_PATH),
      await portal.browser().post(TOKEN_PATH, { csrf }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      403, 403, 403, 302, 302,
    ]);
    for (const { text } of answers) expect(text).not.toContain(TOKEN);
  });

  it("opens with the filters of a region", async () => {
    const browser = await signedInAs("region", [11, 12]);
    const { text } = await askToken(TOKEN_PATH, browser);
    expect(JSON.parse(text).filters).toEqual([
      { table: "Organization", column: "region_id", values: [11] },
    ]);
  });
});

describe("where there is nothing to embed", () => {
  it("a report of another type shows its title and the way up alone", async () => {
    const browser = await portal.browser().loggedIn("company");
    const { status, text, headers } = await browser.get(reportPath("plain"));
    expect(status).toBe(200);
    const page = documentOf(text);
    expect(textOf(page.querySelector("main"))).toMatch(
      /Home\s*Reports\s*Plain\s*Plain$/,
    );
    expect(all(page, "main a").map(textOf)).toEqual(["Home", "Reports"]);
    expect(policyOf(headers).join()).not.toContain("frame-src");
    expect((await askToken(reportTokenPath("plain"), browser)).status).toBe(
      404,
    );
    expect(host.callsTo("/api/reports/8")).toEqual([]);
  });

  it("an unknown slug is not found, and neither is any on a host without reports", async () => {
    const browser = await portal.browser().loggedIn("company");
    expect((await browser.get(reportPath("other"))).status).toBe(404);
    says(host, "/api/reports/", {}, 404);
    expect((await browser.get(PAGE)).status).toBe(404);
  });

  const SYSTEM_ERRORS = [
    [500, {}],
    [200, { data: {} }],
  ] as const;

  it("the page says so where the list fails", async () => {
    const browser = await portal.browser().loggedIn("company");
    for (const [status, body] of SYSTEM_ERRORS) {
      says(host, "/api/reports/", body, status);
      const answer = await browser.get(PAGE);
      expect(answer.status).toBe(200);
      const page = documentOf(answer.text);
      expect(page.title).toBe("Error: Report – Sojourn");
      const main = textOf(page.querySelector("main"));
      const text = "Reports list data was not retrieved due to a system error.";
      expect(main.split(text)).toHaveLength(2);
      expect(main).toContain("Could not load report");
      expect(main).toContain("Try again");
    }
    says(host, "/api/reports/", {}, 403);
    expect((await browser.get(PAGE)).status).toBe(403);
  });

  const LIST = "Reports list data was not retrieved due to a system error.";
  const CONFIGURATION =
    "Report configuration data was not retrieved due to a system error.";
  const SHAPE = "Report data was not retrieved due to a system error.";
  it.each([
    ["/api/reports/", LIST, LIST],
    ["/api/reports/7", CONFIGURATION, CONFIGURATION],
    ["/api/powerbi/", "PowerBI data not retrieved due to system error", SHAPE],
  ])("its script is told why: %s", async (path, ...words) => {
    for (const [at, [status, body]] of SYSTEM_ERRORS.entries()) {
      says(host, path, body, status);
      const answer = await askToken();
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        200,
        { problem: words[at] },
      ]);
    }
  });

  it("its script is told the host's words after those of a failed call", async () => {
    says(host, "/api/powerbi/", { error: "Power BI rests." }, 503);
    const { text } = await askToken();
    expect(JSON.parse(text)).toEqual({
      problem:
        "PowerBI data not retrieved due to system error: Power BI rests.",
    });
  });

  it("its script is told in the host's words that it refuses", async () => {
    for (const path of ["/api/powerbi/", "/api/reports/7"]) {
      says(host, path, { error: `No: ${path}` }, 403);
      const { text } = await askToken();
      expect(JSON.parse(text)).toEqual({ problem: `No: ${path}` });
    }
  });
});

describe("whoever may not see embedded reports", () => {
  it("is told so as a physician, with the way home", async () => {
    const browser = await signedInAs("physician", [1000000001]);
    const { status, text } = await browser.get(PAGE);
    expect(status).toBe(403);
    const page = documentOf(text);
    expect(textsOf(page, "h1")).toEqual([
      "You do not have access to see this page",
    ]);
    expect(page.querySelector("main a")?.getAttribute("href")).toBe("/");
    expect((await browser.get(reportPath("no-such"))).status).toBe(403);
    expect((await askToken(TOKEN_PATH, browser)).status).toBe(403);
    expect(host.callsTo("/api/powerbi/")).toEqual([]);
  });

  it("meets the error page as an account manager", async () => {
    const browser = await signedInAs("account_manager", [0]);
    const { status, text } = await browser.get(PAGE);
    expect(status).toBe(403);
    expect(text).toContain("permission to access this page. (403)");
    expect((await askToken(TOKEN_PATH, browser)).status).toBe(403);
  });
});
