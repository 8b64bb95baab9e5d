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

/** A panel, the page that has it, the call behind it, and all that this call fills on that page. */
interface PanelCase {
  panel: string;
  path: string;
  noun: Noun;
  /** All panels of the page. */
  page: readonly PanelName[];
  filled: readonly PanelName[];
  /** What it says of a system error and of a wrong shape. */
  system: string;
  shape: string;
}

const METRICS = {
  noun: "metrics",
  system: systemError.overview,
  shape: shapeError.overview,
} as const;
const LIST = {
  filled: ["list"],
  system: systemError.table,
  shape: shapeError.table,
} as const;
const FRAILTY = {
  noun: "frailty",
  system: systemError.frailty,
  shape: shapeError.frailty,
} as const;
const GRAPH = {
  noun: "graphs",
  system: systemError.graph,
  shape: shapeError.graph,
} as const;
const QUALITY = {
  noun: "qmcalculator",
  system: systemError.quality,
  shape: shapeError.quality,
} as const;

/** Every panel that one call fills. */
export const PANEL_CASES: PanelCase[] = [
  {
    ...METRICS,
    panel: "the overview card",
    path: COMPANY,
    page: PAGE,
    filled: ["overview"],
  },
  {
    ...LIST,
    panel: "the list of places",
    path: COMPANY,
    noun: "summary",
    page: PAGE,
  },
  {
    ...LIST,
    panel: "the list of physicians",
    path: FACILITY,
    noun: "medicalstaff",
    page: PAGE,
  },
  {
    ...LIST,
    panel: "the list of patients",
    path: PHYSICIAN,
    noun: "summary",
    page: PAGE,
  },
  {
    panel: "the physician block",
    path: PHYSICIAN,
    noun: "physician",
    page: PAGE,
    filled: ["subject"],
    // Both have one text (R58, R59).
    system: systemError.physician,
    shape: systemError.physician,
  },
  {
    ...FRAILTY,
    panel: "the frailty cards",
    path: COMPANY,
    page: PAGE,
    filled: ["frailty"],
  },
  {
    ...GRAPH,
    panel: "the graphs",
    path: COMPANY,
    page: PAGE,
    filled: GRAPHS,
  },
  {
    ...GRAPH,
    panel: "the fullscreen graph",
    path: `${COMPANY}&graph=rth_30`,
    page: OPEN,
    filled: [...GRAPHS, "open"],
  },
  {
    ...QUALITY,
    panel: "the quality modal",
    path: `${COMPANY}&modal=quality`,
    page: OPEN,
    filled: ["open"],
  },
  {
    ...LIST,
    panel: "the comparison of the rows of a list",
    path: `${COMPANY}&compare=rth`,
    noun: "summary",
    page: OPEN,
    filled: ["list", "open"],
  },
  {
    ...QUALITY,
    panel: "the quality score of the huddle sheet",
    path: `${COMPANY}&view=huddle`,
    page: HUDDLE,
    filled: ["huddleQuality"],
  },
  {
    ...FRAILTY,
    panel: "the frailty of the huddle sheet",
    path: `${COMPANY}&view=huddle`,
    page: HUDDLE,
    filled: ["huddleFrailty"],
  },
  {
    ...GRAPH,
    panel: "the graphs of the huddle sheet",
    path: `${COMPANY}&view=huddle`,
    page: HUDDLE,
    filled: ["huddleGraphs"],
  },
];
