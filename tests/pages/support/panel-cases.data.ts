import { systemMessages } from "~/domain/system-messages";
import type { Noun } from "~mocks/endpoints";
import type { PanelName } from "./panel-states";

const { systemError, shapeError } = systemMessages;

/** The words of the scenario `system-error-with-message`. */
export const HOST_WORDS = "The warehouse is being rebuilt.";

/** The year of which the small census tells. */
const RANGE = "startDate=2025-01-01&endDate=2025-12-31";
export const COMPANY = `/company-overview?${RANGE}`;
export const FACILITY = `/facility-profile/101?${RANGE}`;
export const EXPORT = `/metric-data/company/0?measure=rth&${RANGE}`;
export const PHYSICIAN = `/physician-profile/1000000001?${RANGE}`;
const HUDDLE_SHEET = `${COMPANY}&view=huddle`;

/** The five graphs. */
export const GRAPHS = [
  "rth_30",
  "ed_30",
  "hosp_1000",
  "ed_1000",
  "adm_1000",
] as const;
/** The panels of a profile page. */
export const PAGE = [
  "subject",
  "overview",
  "list",
  "frailty",
  ...GRAPHS,
] as const;
/** The same with something open over it. */
export const OPEN = [...PAGE, "open"] as const;
/** The panels of the huddle sheet, but for its figures. */
const HUDDLE = ["huddleQuality", "huddleFrailty", "huddleGraphs"] as const;

/** Every panel that one call fills: the page that has it, the call, and all that the call fills there. */
const FILLED: [
  panel: string,
  path: string,
  noun: Noun,
  filled: readonly PanelName[],
][] = [
  ["the overview card", COMPANY, "metrics", ["overview"]],
  ["the list of places", COMPANY, "summary", ["list"]],
  ["the list of physicians", FACILITY, "medicalstaff", ["list"]],
  ["the list of patients", PHYSICIAN, "summary", ["list"]],
  ["the physician block", PHYSICIAN, "physician", ["subject"]],
  ["the frailty cards", COMPANY, "frailty", ["frailty"]],
  ["the graphs", COMPANY, "graphs", GRAPHS],
  [
    "the fullscreen graph",
    `${COMPANY}&graph=rth_30`,
    "graphs",
    [...GRAPHS, "open"],
  ],
  ["the quality modal", `${COMPANY}&modal=quality`, "qmcalculator", ["open"]],
  [
    "the comparison of the rows of a list",
    `${COMPANY}&compare=rth`,
    "summary",
    ["list", "open"],
  ],
  [
    "the quality score of the huddle sheet",
    HUDDLE_SHEET,
    "qmcalculator",
    ["huddleQuality"],
  ],
  [
    "the frailty of the huddle sheet",
    HUDDLE_SHEET,
    "frailty",
    ["huddleFrailty"],
  ],
  ["the graphs of the huddle sheet", HUDDLE_SHEET, "graphs", ["huddleGraphs"]],
];

/** What is said where a call fails, and where its answer has another shape. */
const WORDS: Partial<Record<Noun, [system: string, shape: string]>> = {
  metrics: [systemError.overview, shapeError.overview],
  summary: [systemError.table, shapeError.table],
  medicalstaff: [systemError.table, shapeError.table],
  // Both have one text (R58, R59).
  physician: [systemError.physician, systemError.physician],
  frailty: [systemError.frailty, shapeError.frailty],
  graphs: [systemError.graph, shapeError.graph],
  qmcalculator: [systemError.quality, shapeError.quality],
};

export const PANEL_CASES = FILLED.map(([panel, path, noun, filled]) => {
  const [system, shape] = WORDS[noun] ?? ["", ""];
  const page = path === HUDDLE_SHEET ? HUDDLE : pageWith(filled);
  return { panel, path, noun, filled, page, system, shape };
});

function pageWith(filled: readonly PanelName[]): readonly PanelName[] {
  return filled.includes("open") ? OPEN : PAGE;
}
