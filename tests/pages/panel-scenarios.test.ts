import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DOWNLOAD_TEXTS } from "~/domain/lists/download-texts";
import { messages } from "~/domain/messages";
import { systemMessages } from "~/domain/system-messages";
import { all, textOf } from "./support/document";
import {
  COMPANY,
  EXPORT,
  HOST_WORDS,
  OPEN,
  PAGE,
  PANEL_CASES,
} from "./support/panel-cases.data";
import { inState } from "./support/panel-states";
import { PORTAL_START_TIMEOUT_MS } from "./support/portal";
import {
  startScenarioPortal,
  type ScenarioPortal,
} from "./support/scenario-portal";

const { systemError, shapeError } = systemMessages;
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
      ["system-error-with-message", HOST_WORDS],
      ["bad-shape", words.shape],
      ["half-json", words.shape],
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

/** Every way in which the metrics call fails, with what is said of it. */
const METRICS_FAILURES = [
  ["system-error", systemError.overview],
  ["system-error-with-message", HOST_WORDS],
  ["bad-shape", shapeError.overview],
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

describe("the export", () => {
  it("is the file of a host in order", async () => {
    const file = await portal.browser.get(EXPORT);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toContain(
      "rth-company-0-from-2025-01-01-2025-12-31.csv",
    );
    expect(file.text.trim().split("\r\n")).toHaveLength(2);
  });

  it.each([
    ["empty", `Note: ${panel.empty}`],
    ["system-error", `Error: ${DOWNLOAD_TEXTS.failed}`],
    ["system-error-with-message", `Error: ${HOST_WORDS}`],
    ["bad-shape", `Error: ${shapeError.overview}`],
    ["half-json", `Error: ${shapeError.overview}`],
  ] as const)(
    "leads back to the open inspector, and tells %s once",
    async (scenario, notice) => {
      portal.host.play("metricdatacsv", scenario);
      const answer = await portal.browser.get(EXPORT);
      const inspector = `${COMPANY}&inspect=rth`;
      expect([answer.status, answer.location]).toEqual([302, inspector]);
      const { states, notices } = await portal.open(inspector);
      expect(states).toEqual(inState(OPEN, "data"));
      expect(notices).toEqual([notice]);
      expect((await portal.open(inspector)).notices).toEqual([]);
    },
  );
});
