import { describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { DEFAULT_GRAPHS, DEFAULT_QUALITY } from "./support/default-graphs.data";
import { type FakeHost, fakeToken, says } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const PAGE = "/company-overview";
const EFFECTIVE = "2026-01-02 03:04:05";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

/** The two calls whose answers date themselves by `data_effective_tstamp` (R160). */
const CALLS: [what: string, path: string, page: string, data: object][] = [
  ["graphs", "/api/new_graphs/", PAGE, DEFAULT_GRAPHS],
  ["quality", "/api/qmcalculator/", `${PAGE}?modal=quality`, DEFAULT_QUALITY],
];

function laterToken(mark: string): string {
  return fakeToken({ livesForSeconds: 1_000, mark });
}

/** Marks of the tokens that a page's calls carry. */
async function marksOn(browser: Browser): Promise<unknown[]> {
  host.calls.length = 0;
  expect((await browser.get(PAGE)).status).toBe(200);
  return [
    ...new Set(
      host.callsTo("/api/").map(({ headers }) => {
        const [, claims = ""] = String(headers["x-access-token"]).split(".");
        const text = Buffer.from(claims, "base64url").toString();
        return (JSON.parse(text) as { mark: unknown }).mark;
      }),
    ),
  ];
}

describe.each(CALLS)("an answer with the %s", (_, path, page, data) => {
  it("and a token and the time of its data replaces the session's token", async () => {
    const browser = await portal.browser().loggedIn("company");
    says(host, path, {
      data,
      token: laterToken("in-answer"),
      data_effective_tstamp: EFFECTIVE,
    });
    expect((await browser.get(page)).status).toBe(200);
    host.reset();
    expect(await marksOn(browser)).toEqual(["in-answer"]);
  });
});

it("several answers of one page that each bring a token leave the session with one that lasts", async () => {
  const browser = await portal.browser().loggedIn("company");
  CALLS.forEach(([what, path, , data], at) =>
    says(host, path, {
      data,
      token: fakeToken({ livesForSeconds: 1_000 + at * 100, mark: what }),
      data_effective_tstamp: EFFECTIVE,
    }),
  );
  expect((await browser.get(`${PAGE}?modal=quality`)).status).toBe(200);
  host.reset();
  const marks = await marksOn(browser);
  expect(marks).toEqual(["quality"]);
});
