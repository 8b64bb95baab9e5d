import { HttpResponse } from "msw";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import { ENDPOINTS } from "~mocks/endpoints";
import type { MockHost } from "~mocks/mock-host";
import { startCensusHost } from "../pages/support/census-host";
import { all, documentOf } from "../pages/support/document";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "../pages/support/portal";
import { addressOf, builtRoutes } from "./support/built-routes";
import { spoil } from "./support/spoil";

/** Ends a script, a text, an attribute in either quotes and a tag; begins an element and a handler; breaks a line. */
const HOSTILE =
  "</script></textarea></title>'\"><img data-hostile onerror=alert(1)>\r\nX-Hostile: 1\u2028{{1}}";
const IN_TAG = /<img data-hostile/;

let host: MockHost;
let portal: OwnPortal;
beforeAll(async () => {
  host = await startCensusHost();
  portal = await startPortal({ apiUrl: host.url });
  host.on("/", async ({ method, path }, _, ask) => {
    const response = await ask();
    const type = response.headers.get("content-type") ?? "";
    const [pathname = ""] = path.split("?", 1);
    const shapes = ENDPOINTS.filter(
      ({ endpoint }) =>
        endpoint.method === method && fits(endpoint.path, pathname),
    ).map(({ endpoint }) => endpoint.answer);
    if (!type.includes("json") || shapes.length === 0) return response;
    const body: unknown = await response.json();
    return HttpResponse.json(spoil(body, shapes, HOSTILE) as object, response);
  });
}, PORTAL_START_TIMEOUT_MS);
afterAll(async () => {
  await portal.stop();
  await host.close();
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
    npi: "1000000001",
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

it.each(["company", "physician", "accounts"])(
  "hostile text in every field of every answer is text on every page of %s",
  async (username) => {
    const browser = portal.browser();
    expect((await browser.logIn(username)).status).toBe(302);
    let shown = 0;
    for (const address of addresses(username === "company")) {
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
    expect(shown).toBeGreaterThan(username === "company" ? 20 : 4);
  },
);

it("and none of it is in the log", async () => {
  const lines = (await portal.log()).filter(
    (line) => !/^(GET|POST) /.test(line),
  );
  expect(lines.length).toBeGreaterThan(50);
  for (const line of lines) expect(line).not.toMatch(/hostile/i);
});
