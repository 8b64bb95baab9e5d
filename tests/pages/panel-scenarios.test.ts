import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { messages } from "~/domain/messages";
import { systemMessages } from "~/domain/system-messages";
import { all, textOf } from "./support/document";
import {
  COMPANY,
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

const { shapeError } = systemMessages;
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
