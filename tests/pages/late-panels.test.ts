import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { messages } from "~/domain/messages";
import { acceptOf, type Browser } from "./support/browser";
import { DEFAULT_GRAPHS } from "./support/default-graphs.data";
import { documentOf, textOf } from "./support/document";
import { type FakeHost, sendJson } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { panelStates } from "./support/panel-states";
import type { Portal } from "./support/portal";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const PAGE = "/company-overview";
const LATE_MS = 1_200;
/** What the router's data say of a panel that follows. */
const LATE = /"state":"late"/;
/** A page's first part is whole once they are there and nothing more has come for so long. */
const QUIET_MS = 500;

/** Resolves when the host may answer with the graphs; without it they take {@link LATE_MS}. */
let mayAnswer: Promise<void> | undefined;
afterEach(() => (mayAnswer = undefined));

function answerLate(path: string, body: object, status = 200): void {
  host.on(path, (_, response) => {
    void (mayAnswer ?? wait(LATE_MS)).then(() =>
      sendJson(response, body, status),
    );
  });
}

/** The graphs come late, with this answer. */
function lateGraphs(
  body: object = { data: DEFAULT_GRAPHS },
  status = 200,
): void {
  answerLate("/api/new_graphs/", body, status);
}

/** A browser that has shown that it runs scripts. */
async function scripted(): Promise<Browser> {
  const browser = await portal.browser().loggedIn("company");
  browser.cookies.set("scripts", "1");
  return browser;
}

/** A document as it comes: what stands there before the host answers with the graphs, and all of it. */
async function partsOf(browser: Browser, path: string) {
  let answer = () => {};
  mayAnswer = new Promise((resolve) => (answer = resolve));
  const cookie = browser.cookieHeader();
  const response = await fetch(browser.origin + path, {
    headers: { accept: acceptOf(path), cookie },
  });
  let text = "";
  let first: string | undefined;
  let quiet: NodeJS.Timeout | undefined;
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    clearTimeout(quiet);
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (first !== undefined || !LATE.test(text)) continue;
    quiet = setTimeout(() => {
      first = text;
      answer();
    }, QUIET_MS);
  }
  return { response, first: first ?? text, text };
}

describe("a panel whose call takes over half a second", () => {
  it("follows its page, in a session whose scripts run", async () => {
    lateGraphs();
    const { response, first, text } = await partsOf(await scripted(), PAGE);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const sent = documentOf(first);
    expect(panelStates(sent)).toMatchObject({
      overview: "data",
      list: "empty",
      frailty: "data",
    });
    expect(sent.querySelector("#drawn-rth_30")).toBeNull();
    expect(textOf(sent.querySelector(".whole-page a"))).toBe(
      "Load the whole page",
    );
    expect(first).not.toContain('"lines"');
    const followed = text.slice(first.length);
    expect(followed).toContain('"lines"');
    expect(followed).not.toContain('"list"');
    const nonce = /'nonce-([^']+)'/.exec(
      response.headers.get("content-security-policy") ?? "",
    )?.[1];
    expect(nonce).toBeTruthy();
    const scripts = followed.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(nonce);
    expect(host.callsTo("/api/new_graphs/")).toHaveLength(1);
  });

  it("that is the list is not called empty before it has come", async () => {
    answerLate("/api/summary/", { data: [] });
    const { first } = await partsOf(await scripted(), PAGE);
    expect(panelStates(documentOf(first)).list).toBe("unclear");
  });

  it("is part of its page in every other browser", async () => {
    lateGraphs();
    const browser = await portal.browser().loggedIn("company");
    const { text, headers } = await browser.get(PAGE);
    expect(headers.has("content-length")).toBe(true);
    const page = documentOf(text);
    expect(panelStates(page)).toMatchObject({ rth_30: "data", list: "empty" });
    expect(page.querySelector(".whole-page")).toBeNull();
  });

  it.each([
    ["asked for whole", `${PAGE}?whole=1`],
    ["with something open over it", `${PAGE}?graph=rth_30`],
    ["for a huddle board", `${PAGE}?view=huddle`],
  ])("is part of a page that is %s", async (_, path) => {
    lateGraphs();
    const { text, headers } = await (await scripted()).get(path);
    expect(headers.has("content-length")).toBe(true);
    expect(documentOf(text).querySelector("svg[role=img]")).not.toBeNull();
  });

  it("follows the data that scripts ask for too", async () => {
    lateGraphs();
    const browser = await scripted();
    const { response, first, text } = await partsOf(
      browser,
      `${PAGE}?_data=routes%2Fcompany-overview`,
    );
    expect(response.headers.get("content-type")).toMatch(
      /^text\/remix-deferred/,
    );
    expect(first).toContain('"graphs":{"state":"late"}');
    expect(text).toContain('data:{"late graphs":{');
  });

  it("tells its error as a notice and in its place", async () => {
    lateGraphs({ message: "The graphs are away." }, 500);
    const { text } = await partsOf(await scripted(), PAGE);
    const change = /"late graphs", (\{.*?\})\);?</.exec(text)?.[1] ?? text;
    expect(change).toContain('"state":"error"');
    expect(change).toContain("The graphs are away.");
  });

  it.each([
    ["leads to login", 401],
    ["replaces the page", 404],
  ])("that %s has the page loaded whole", async (_, status) => {
    host.on("/api/metrics/", (__, response) => {
      void wait(LATE_MS).then(() => sendJson(response, {}, status));
    });
    const browser = await scripted();
    const { text } = await partsOf(browser, PAGE);
    expect(text).toMatch(/"late metrics", ?null/);
    const whole = await browser.get(`${PAGE}?whole=1`);
    if (status === 401) {
      expect(whole.location).toBe("/login");
    } else {
      expect(whole.status).toBe(404);
      expect(whole.text).not.toContain(messages.panel.error);
    }
  });
});

it("a page whose panels all come in time is sent whole", async () => {
  const { text, headers } = await (await scripted()).get(PAGE);
  expect(headers.has("content-length")).toBe(true);
  expect(panelStates(documentOf(text))).toMatchObject({ rth_30: "data" });
});
