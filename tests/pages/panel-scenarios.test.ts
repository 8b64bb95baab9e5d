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
  PANEL_CASES,
  PHYSICIAN,
} from "./support/panel-cases.data";
import { inState } from "./support/panel-states";
import { PORTAL_START_TIMEOUT_MS } from "./support/portal";
import {
  startScenarioPortal,
  type ScenarioPortal,
} from "./support/scenario-portal";

const { shapeError, systemError } = systemMessages;
const { panel } = messages;

let portal: ScenarioPortal;
beforeAll(async () => {
  portal = await startScenarioPortal();
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());
beforeEach(() => portal.host.reset());

describe.each(PANEL_CASES)(
  "$panel",
  ({ path, noun, page, filled, ...words }) => {
    it("shows the data of a host in order", async () => {
      const { states, notices, title } = await portal.open(path);
      expect(states).toEqual(inState(page, "data"));
      expect(notices).toEqual([]);
      expect(title).not.toContain("Error");
    });

    it("says that there are no results, which is no error, and leaves the others alone", async () => {
      portal.host.play(noun, "empty");
      const { states, notices, title } = await portal.open(path);
      expect(states).toEqual({
        ...inState(page, "data"),
        ...inState(filled, "empty"),
      });
      expect(notices).toEqual([]);
      expect(title).not.toContain("Error");
    });

    it.each([
      ["system-error", words.system],
      ["bad-shape", words.shape],
    ] as const)(
      "tells %s once, in its words, and leaves the others alone",
      async (scenario, text) => {
        portal.host.play(noun, scenario);
        const { states, notices, title } = await portal.open(path);
        expect(states).toEqual({
          ...inState(page, "data"),
          ...inState(filled, "error"),
        });
        expect(notices).toEqual([`Error: ${text}`]);
        expect(title).toMatch(/^Error: /);
      },
    );
  },
);

/** Two ways in which the metrics call fails, with what is said of them. */
const METRICS_FAILURES = [
  ["system-error-with-message", HOST_WORDS],
  ["half-json", shapeError.overview],
] as const;

const STAYS = {
  data: {
    "RTH/RTH%": "1 / 33.33%",
    "ED/ED%": "1 / 33.33%",
    "ACH ADM": "3",
    "H/1000": "0.00",
    "ED/1000": "0.00",
    "ADM/1000": "0.00",
    "PD LT DOC": "844",
  },
  empty: {
    "RTH/RTH%": "0 / 0.00%",
    "ED/ED%": "0 / 0.00%",
    "ACH ADM": "0",
    "H/1000": "0.00",
    "ED/1000": "0.00",
    "ADM/1000": "0.00",
    "PD LT DOC": "0",
  },
  error: {
    "RTH/RTH%": "Unknown",
    "ED/ED%": "Unknown",
    "ACH ADM": "Unknown",
    "H/1000": "Unknown",
    "ED/1000": "Unknown",
    "ADM/1000": "Unknown",
    "PD LT DOC": "Unknown",
  },
};

describe.each([
  ["the overview card", COMPANY],
  ["the huddle sheet", `${COMPANY}&view=huddle`],
])("the stay blocks of %s", (_, path) => {
  it("show the figures of a host in order", async () => {
    expect((await portal.open(path)).figures).toMatchObject(STAYS.data);
  });

  it("show zeros where nothing was found", async () => {
    portal.host.play("metrics", "empty");
    const { figures, page } = await portal.open(path);
    expect(figures).toMatchObject(STAYS.empty);
    expect(textOf(page.querySelector("main"))).toContain(panel.empty);
  });

  it.each(METRICS_FAILURES)(
    "show 'Unknown' on %s, which there is nothing to inspect of",
    async (scenario, text) => {
      portal.host.play("metrics", scenario);
      const { figures, page, notices, title } = await portal.open(path);
      expect(figures).toMatchObject(STAYS.error);
      expect(all(page, "[id^=open-inspect]:not([disabled])")).toEqual([]);
      expect(textOf(page.querySelector("main"))).toContain(panel.error);
      expect(notices).toEqual([`Error: ${text}`]);
      expect(title).toMatch(/^Error: /);
    },
  );
});

describe("the metric inspector", () => {
  const open = async () => {
    const { page, states } = await portal.open(`${COMPANY}&inspect=rth`);
    return { states, text: textOf(page.querySelector("#panel")) };
  };

  it("shows the figure of a host in order", async () => {
    const { states, text } = await open();
    expect(states).toEqual(inState(OPEN, "data"));
    expect(text).toMatch(/^RTH\/RTH%.*1 \/ 33\.33%/);
  });

  it("shows zeros where nothing was found", async () => {
    portal.host.play("metrics", "empty");
    expect((await open()).text).toContain("0 / 0.00%");
  });

  it("is not there for a figure that is none", async () => {
    const { states } = await portal.open(`${COMPANY}&inspect=constructor`);
    expect(states).toEqual(inState(PAGE, "data"));
  });

  it.each(METRICS_FAILURES)("is not there on %s", async (scenario) => {
    portal.host.play("metrics", scenario);
    expect((await open()).states).toEqual({
      ...inState(PAGE, "data"),
      overview: "error",
    });
  });
});

describe("the comparison, where it is the figures of the rows that are not there,", () => {
  const path = `${COMPANY}&compare=rth`;

  it("counts nothing for those without results", async () => {
    portal.host.play("metrics", "empty");
    const { page, states } = await portal.open(path);
    expect(states.open).toBe("data");
    const rows = all(page, "#compared tbody tr");
    expect(rows.map((row) => textOf(row.querySelectorAll("td")[1]))).toEqual([
      "Too few to judge",
      "Too few to judge",
    ]);
  });

  it.each(METRICS_FAILURES)("tells %s once", async (scenario, text) => {
    portal.host.play("metrics", scenario);
    const { states, notices } = await portal.open(path);
    expect(states).toEqual({
      ...inState(OPEN, "data"),
      ...inState(["overview", "open"], "error"),
    });
    expect(notices).toEqual([`Error: ${text}`]);
  });
});

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
    const { states, notices, page } = await portal.open(path);
    expect(states).toEqual({ ...inState(OPEN, "error"), subject: "data" });
    // Of the modal, and of the page: its list has the way for all panels.
    const retries = textsOf(page, "main a").filter(
      (one) => one === "Try again",
    );
    expect(retries).toHaveLength(2);
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
