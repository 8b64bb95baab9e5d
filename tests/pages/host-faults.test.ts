import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { all, documentOf, textOf } from "./support/document";
import { type FakeHost, sendJson, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const HUGE_CHUNK = Buffer.alloc(1_024 * 1_024, " ");
const HUGE_CHUNKS = 100;

/** None that cuts a connection off: after some of these the portal leaves a host alone, so that no other is met. */
const FAULTS: [name: string, answer: (response: ServerResponse) => void][] = [
  ["answers 500", (response) => sendJson(response, {}, 500)],
  ["answers something else", (response) => sendJson(response, [{ a: 1 }])],
  ["answers 100 MB", (response) => void hugeAnswer(response)],
];

/** Statuses of a page whose host is at fault, that leads on, or that no API host has (404). */
const HONEST = [200, 302, 403, 404, 500, 502, 503, 504];

/** One page of each kind, and who opens it. */
const PAGES: [role: string, path: string][] = [
  ["company", "/company-overview"],
  ["company", "/facility-profile/101"],
  ["company", "/physician-profile/1000000001"],
  ["company", "/metric-data/company/0?measure=rth"],
  ["company", "/search?q=elm"],
  ["company", "/reports/after-hours-patient-report/"],
  ["company", "/reports/medical-staff-report"],
  ["company", "/medical-staff-data"],
  ["company", "/reports/cms-qies-reports"],
  ["company", "/reports/cms-qies-reports/request"],
  ["company", "/reports/infection-control"],
  ["account_manager", "/users"],
  ["account_manager", "/users/add"],
  ["account_manager", "/user/create"],
  ["account_manager", "/users/reports-config"],
];

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

it.each(FAULTS)(
  "an API host that %s leaves each page a page, and the portal well",
  async (_, answer) => {
    const browsers = new Map<string, Browser>();
    for (const role of ["company", "account_manager"]) {
      signsIn(host, { role });
      browsers.set(role, await portal.browser().loggedIn("somebody"));
    }
    host.on("/api", (__, response) => answer(response));
    host.on("/auth", (__, response) => answer(response));
    for (const [role, path] of PAGES) {
      const page = await browsers.get(role)?.get(path);
      // The host's own fault is told as such; where a page can stand without the host it does.
      expect(HONEST).toContain(page?.status);
      if (page?.location !== null) continue;
      if (page.headers.get("content-type")?.startsWith("text/plain")) {
        expect(page.text).toMatch(/could not be read|does not offer/);
        continue;
      }
      const document = documentOf(page.text);
      expect(document.title).toMatch(/\S/);
      expect(all(document, "h1").map(textOf)).toEqual([
        expect.stringMatching(/\S/),
      ]);
    }
    expect((await portal.browser().get("/healthcheck")).status).toBe(200);
    expect((await portal.log()).join("\n")).not.toMatch(
      /Unhandled|heap out of memory/,
    );
  },
);

async function hugeAnswer(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" });
  const closed = once(response, "close");
  for (let sent = 0; sent < HUGE_CHUNKS && !response.destroyed; sent += 1) {
    const written = new Promise((done) => response.write(HUGE_CHUNK, done));
    await Promise.race([written, closed]);
  }
  response.end("{}");
}
