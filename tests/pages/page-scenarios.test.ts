import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { messages } from "~/domain/messages";
import { systemMessages } from "~/domain/system-messages";
import type { Noun } from "~mocks/endpoints";
import { all, documentOf, textOf, textsOf } from "./support/document";
import {
  COMPANY,
  EXPORT,
  FACILITY,
  GRAPHS,
  HOST_WORDS,
  OPEN,
  PAGE,
  PHYSICIAN,
} from "./support/panel-cases.data";
import { inState } from "./support/panel-states";
import { PORTAL_START_TIMEOUT_MS } from "./support/portal";
import {
  startScenarioPortal,
  type ScenarioPortal,
} from "./support/scenario-portal";

const { systemError } = systemMessages;
const { panel } = messages;

let portal: ScenarioPortal;
beforeAll(async () => {
  portal = await startScenarioPortal();
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());
beforeEach(() => portal.host.reset());

const { forbidden, notFound } = messages.errorPage;
const TOO_MANY = "Too many attempts. Please wait a minute.";

/** The other calls that a page cannot do without, each with a page that makes it. */
const OTHER_CALLS: [Noun, string][] = [
  ["summary", COMPANY],
  ["medicalstaff", FACILITY],
  ["summary", PHYSICIAN],
  ["physician", PHYSICIAN],
  ["frailty", COMPANY],
  ["qmcalculator", `${COMPANY}&modal=quality`],
  ["metricdatacsv", EXPORT],
];

describe.each([
  ["forbidden", 403, `${forbidden} (403)`, "You do not have access to this."],
  ["not-found", 404, `${notFound} (404)`, "This was not found."],
  ["too-many", 429, `${TOO_MANY} (429)`, TOO_MANY],
] as const)("a host that answers %s", (scenario, status, text, words) => {
  it.each<[Noun, string]>([
    ["metrics", COMPANY],
    ...(status === 403 ? OTHER_CALLS : []),
  ])("to the call of %s replaces the page %s", async (noun, path) => {
    portal.host.play(noun, scenario);
    const answer = await portal.browser.get(path);
    expect(answer.status).toBe(status);
    const page = documentOf(answer.text);
    expect(textsOf(page, "h1")).toEqual([text]);
    expect(page.title).toMatch(/^Error: /);
    expect(page.querySelector("table, svg[role=img], dl")).toBeNull();
  });

  it("to the call of the graphs has it told in their place", async () => {
    portal.host.play("graphs", scenario);
    const { states, notices, title } = await portal.open(COMPANY);
    expect(states).toEqual({
      ...inState(PAGE, "data"),
      ...inState(GRAPHS, "error"),
    });
    expect(notices).toEqual([`Error: ${words}`]);
    expect(title).toMatch(/^Error: /);
  });
});

it("a host that ends the session on the call of the graphs leads to login", async () => {
  const browser = await portal.signedIn();
  portal.host.play("graphs", "signed-out");
  const answer = await browser.get(COMPANY);
  expect([answer.status, answer.location]).toEqual([302, "/login"]);
});

describe("when every call fares alike", () => {
  const path = `${COMPANY}&modal=quality`;

  it("a message is shown once, however many panels have it", async () => {
    portal.host.play("all", "system-error-with-message");
    const { states, notices } = await portal.open(path);
    expect(states).toEqual({ ...inState(OPEN, "error"), subject: "data" });
    expect(notices).toEqual([`Error: ${HOST_WORDS}`]);
  });

  it("three messages are shown, that of what is open first, and each panel speaks for itself", async () => {
    portal.host.play("all", "system-error");
    const { states, notices } = await portal.open(path);
    expect(states).toEqual({ ...inState(OPEN, "error"), subject: "data" });
    expect(notices).toEqual([
      `Error: ${systemError.quality}`,
      `Error: ${systemError.overview}`,
      `Error: ${systemError.table}`,
    ]);
  });

  it("nothing at all is no error, and there is one way out of the filters", async () => {
    portal.host.play("all", "empty");
    const { states, notices, title, page } = await portal.open(path);
    expect(states).toEqual({ ...inState(OPEN, "empty"), subject: "data" });
    expect(notices).toEqual([]);
    expect(title).not.toContain("Error");
    const ways = all(page, "a").filter(
      (link) => textOf(link) === panel.clearFilters,
    );
    expect(ways.map((link) => link.getAttribute("href"))).toEqual([
      "/company-overview",
    ]);
  });
});
