import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { documentOf, textsOf } from "./support/document";
import {
  type FakeHost,
  says,
  sendJson,
  startFakeHost,
} from "./support/fake-host";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "./support/portal";

const PATH = "/cms-report-file/7?report=Errors&sort=type&dir=asc";
const LIST = "/reports/cms-qies-reports?report=Errors&sort=type&dir=asc";
const LINK = "/api/QIES-reports/7";
const FILE = "/files/7.pdf";
const SYSTEM = "Report download link was not retrieved due to a system error.";
const PDF = "%PDF-1.7\n%äöü\n1 0 obj\n%%EOF\n";
const HEAD = { "content-type": "application/pdf" };

let host: FakeHost;
let portal: OwnPortal;
/** A server of this machine, as a cloud's metadata or a neighbour's would be; nobody may ever speak to it. */
let neighbour: Server;
let spokenTo = 0;
beforeAll(async () => {
  host = await startFakeHost();
  neighbour = createServer(() => (spokenTo += 1));
  await new Promise<void>((done) => neighbour.listen(0, "127.0.0.1", done));
  const { port } = neighbour.address() as AddressInfo;
  portal = await startPortal({
    apiUrl: host.url,
    env: { REPORT_HOSTS: `localhost:${port}, 127.0.0.1:${port}` },
  });
}, PORTAL_START_TIMEOUT_MS);
afterAll(async () => {
  await portal.stop();
  await host.close();
  neighbour.close();
});

let browser: Browser;
beforeEach(async () => {
  host.reset();
  // The list of requests, between two days.
  says(host, "/api/QIES-reports/20", { data: [] });
  browser = await portal.browser().loggedIn("company");
  host.calls.length = 0;
});

function linkTo(report_url: string, name = "Errors by Field"): void {
  says(host, LINK, { data: { report_url, name, file_type: "pdf" } });
}

/** What the list says, once, where there is no file. */
async function failure(): Promise<string> {
  const answer = await browser.get(PATH);
  expect(answer.headers.get("content-disposition")).toBeNull();
  expect([answer.status, answer.location]).toEqual([302, LIST]);
  const list = documentOf((await browser.get(LIST)).text);
  expect(list.title).toMatch(/^Error: CMS QIES Reports/);
  const again = documentOf((await browser.get(LIST)).text);
  expect(textsOf(again, "main [role=alert]").join("")).toBe("");
  return textsOf(list, "main [role=alert] li").join();
}

it("passes a report of the API host on as a PDF file to save", async () => {
  host.on(FILE, (_, response) => response.writeHead(200, HEAD).end(PDF));
  for (const address of [FILE, host.url + FILE]) {
    linkTo(`${address}?key=1`, 'SNF "Review"\r\nä/b');
    host.calls.length = 0;
    const page = await browser.get(PATH);
    expect(page.status).toBe(200);
    expect(page.text).toBe(PDF);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition":
        "attachment; filename=\"SNF_Review___b.pdf\"; filename*=UTF-8''SNF%20Review%20%C3%A4%20b.pdf",
      "x-content-type-options": "nosniff",
    });
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.headers.get("content-encoding")).toBeNull();
    const [call] = host.callsTo(FILE);
    expect(call?.path).toBe(`${FILE}?key=1`);
    expect(call?.headers["x-access-token"]).toMatch(/^eyJ/);
  }
});

it("never speaks to anybody but the API host and hosts that are allowed and public", async () => {
  const { port } = neighbour.address() as AddressInfo;
  for (const address of [
    "http://169.254.169.254/latest/meta-data/",
    "https://[::1]/7.pdf",
    "https://2130706433/7.pdf",
    "file:///etc/passwd",
    "//evil.example/7.pdf",
    "/\\evil.example/7.pdf",
    `${host.url.replace("127.0.0.1", "api@evil.example")}${FILE}`,
    `${host.url.replace("//", "//user:word@")}${FILE}`,
    host.url.replace(/:\d+$/, `:${port}/7.pdf`),
    `https://localhost:${port}/7.pdf`,
    `https://127.0.0.1:${port}/7.pdf`,
  ]) {
    linkTo(address);
    expect([address, await failure()]).toEqual([address, `Error: ${SYSTEM}`]);
  }
  expect(spokenTo).toBe(0);
  expect(host.callsTo(FILE)).toEqual([]);
  const refused = (await portal.log()).filter((line) =>
    line.includes("report.address_refused"),
  );
  expect(refused.length).toBeGreaterThan(8);
  expect(refused.join()).not.toMatch(/meta-data|7\.pdf|word/);
});

it.each<[string, Parameters<FakeHost["on"]>[1]]>([
  [
    "redirects",
    (_, response) => response.writeHead(302, { location: "/elsewhere" }).end(),
  ],
  ["fails", (_, response) => response.writeHead(500).end("<h1>Oops</h1>")],
  ["resets the connection", (_, response) => response.destroy()],
  [
    "breaks off before the file begins",
    (_, response) => {
      response.writeHead(200, HEAD);
      response.write("%", () => response.destroy());
    },
  ],
  [
    "sends a page",
    (_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(PDF),
  ],
  [
    "sends a page as PDF",
    (_, response) => response.writeHead(200, HEAD).end("<script>"),
  ],
])("says that there is no file when the host %s", async (_, answer) => {
  linkTo(FILE);
  host.on(FILE, answer);
  expect(await failure()).toBe(`Error: ${SYSTEM}`);
  expect(host.callsTo("/elsewhere")).toEqual([]);
  // A fault of the host's is none of the portal's.
  expect(
    (await portal.log()).filter((line) => line.includes("upstream.error")),
  ).toEqual([]);
});

it.each([403, 404, 204])(
  "leads back to the list where the host answers %i",
  async (status) => {
    const refuse = (path: string, message?: string) =>
      host.on(path, (_, response) =>
        status === 204
          ? void response.writeHead(status).end()
          : sendJson(response, { message }, status),
      );
    refuse(LINK);
    expect(await failure()).toBe(`Error: ${SYSTEM}`);
    linkTo(FILE);
    refuse(FILE, "It is gone.");
    expect(await failure()).toBe(
      status === 204 ? `Error: ${SYSTEM}` : "Error: It is gone.",
    );
  },
);

it("is no page at an address of no report", async () => {
  const page = await browser.get("/cms-report-file/seven");
  expect([
    page.status,
    textsOf(documentOf(page.text), "main a"),
    host.callsTo(LINK),
  ]).toEqual([404, ["Back to CMS QIES Reports", "Back to Home"], []]);
});

it.each<[string, string, Parameters<FakeHost["on"]>[1]]>([
  [
    "its own words",
    "Casper is asleep.",
    (_, response) => sendJson(response, { message: "Casper is asleep." }, 503),
  ],
  [
    "ours where it has none",
    SYSTEM,
    (_, response) => void response.writeHead(500).end(),
  ],
  [
    "those too for another shape",
    SYSTEM,
    (_, response) => sendJson(response, { data: {} }),
  ],
])("tells of a link that did not come in %s", async (_, words, answer) => {
  host.on(LINK, answer);
  expect(await failure()).toBe(`Error: ${words}`);
});

it("leads to login, and then to the list, where nobody is signed in or the host says 401", async () => {
  const stranger = portal.browser();
  expect((await stranger.get(PATH)).location).toBe("/login");
  expect((await stranger.logIn("company")).location).toBe(LIST);
  linkTo(FILE);
  says(host, FILE, {}, 401);
  expect((await browser.get(PATH)).location).toBe("/login");
});

it("has no head without a body, and takes no posts", async () => {
  const head = await fetch(portal.origin + PATH, { method: "HEAD" });
  expect(head.status).toBe(405);
  expect((await browser.post(PATH, {})).status).toBe(405);
  expect(host.callsTo("/api/QIES")).toEqual([]);
});
