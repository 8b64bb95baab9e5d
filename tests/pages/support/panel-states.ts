import { messages } from "~/domain/messages";
import { textOf, textsOf, type PageDocument } from "./document";

/** What a panel says of itself; "unclear" where it shows nothing, or more than one of the three. */
type PanelState = "data" | "empty" | "error" | "unclear";

interface PanelPlace {
  /** The element around the panel. */
  at: string;
  /** What is in it only where it has data. */
  data: string;
}

/** The panels of the profile pages, of what can be open over them, and of the huddle sheet. */
const PANELS = {
  overview: {
    at: 'section[aria-labelledby="overview"] > h2 + div + div',
    data: "#open-inspect-patient_count",
  },
  // The first block of the card: a logo, a place or a person.
  subject: {
    at: 'section[aria-labelledby="overview"] > h2 + div',
    data: "h3, p.text-xl",
  },
  list: { at: 'section[aria-labelledby="list-heading"]', data: "tbody tr" },
  frailty: { at: 'section[aria-labelledby="frailty"]', data: "ul" },
  rth_30: graphPlace("rth_30"),
  ed_30: graphPlace("ed_30"),
  hosp_1000: graphPlace("hosp_1000"),
  ed_1000: graphPlace("ed_1000"),
  adm_1000: graphPlace("adm_1000"),
  // Whatever is open over the page: a page has one at most.
  open: { at: "#panel", data: "table, h3" },
  huddleQuality: {
    at: 'section[aria-labelledby="huddle-quality"]',
    data: "ul",
  },
  huddleFrailty: {
    at: 'section[aria-labelledby="huddle-frailty"]',
    data: "ul",
  },
  huddleGraphs: {
    at: '.huddle-graphs > section:not([aria-labelledby="huddle-frailty"])',
    data: "svg[role=img]",
  },
} satisfies Record<string, PanelPlace>;

export type PanelName = keyof typeof PANELS;

function graphPlace(tag: string): PanelPlace {
  return {
    at: `section[aria-labelledby="graph-${tag}"]`,
    data: "svg[role=img]",
  };
}

/** The state of every panel that a page has. */
export function panelStates(
  page: PageDocument,
): Partial<Record<PanelName, PanelState>> {
  return Object.fromEntries(
    Object.entries(PANELS).flatMap(([name, place]) => {
      const panel = page.querySelector(place.at);
      return panel ? [[name, stateOf(panel, place)]] : [];
    }),
  );
}

/** So many panels in one state. */
export function inState(
  names: readonly PanelName[],
  state: PanelState,
): Partial<Record<PanelName, PanelState>> {
  return Object.fromEntries(names.map((name) => [name, state]));
}

type PanelElement = NonNullable<ReturnType<PageDocument["querySelector"]>>;

function stateOf(panel: PanelElement, { data }: PanelPlace): PanelState {
  const text = textOf(panel);
  const said: PanelState[] = [
    ...(panel.querySelector(data) ? (["data"] as const) : []),
    ...(text.includes(messages.panel.empty) ? (["empty"] as const) : []),
    ...(text.includes(messages.panel.error) ? (["error"] as const) : []),
  ];
  return said.length === 1 && said[0] ? said[0] : "unclear";
}

/** Every message of the notice area, each after the word for its kind. */
export function noticesOf(page: PageDocument): string[] {
  return textsOf(page, "[role=alert] li, main [aria-live=polite] li");
}
