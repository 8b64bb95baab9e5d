import { EMPTY_METRICS } from "~/domain/figures/metrics";
import { shownColumns } from "../drill-down/drill-down-rows";
import { clearHrefOf } from "../profile-links";
import {
  paperWords,
  documentTitle,
  profileTitle,
} from "../filters/filter-words";
import { figuresView } from "../overview/figures-view";
import type { ProfileView } from "../profile-view";

type Worded =
  | "title"
  | "documentTitle"
  | "figures"
  | "paper"
  | "clearHref"
  | "rendered";

export function testProfileView(more: Partial<ProfileView> = {}): ProfileView {
  const view: Omit<ProfileView, Worded> = {
    level: "region",
    id: 2,
    name: "Lakes",
    crumbs: [{ label: "Region: Lakes", current: true }],
    dataVersion: null,
    lastUpdated: "2026-03-04 15:07:00",
    reach: null,
    hasOneReach: true,
    through: "",
    freshness: {
      accurate: "Data is accurate as of 03:07 PM ET 03/04/2026",
      bar: null,
      link: null,
    },
    entity: { kind: "place", name: "Lakes", parents: ["Division: North"] },
    filters: { startDate: "2025-03-04", endDate: "2026-03-04", isnp: false },
    marks: [],
    notesHref: null,
    targetsHref: null,
    mayAddEvents: false,
    nav: { name: null, tabs: [], onPhone: 0, prints: [], files: [] },
    morning: { counts: [], first: [] },
    filterNotes: [],
    isnpFixed: false,
    facilityChoices: [],
    facilityName: null,
    carried: {},
    rangeName: "Last year",
    presets: [],
    isDefaultRange: true,
    stateMark: "mark",
    sort: null,
    frailtyFilter: "all",
    monthly: [],
    hasLongGraph: false,
    isListLate: false,
    layout: "page",
    metrics: {
      state: "data",
      data: {
        ...EMPTY_METRICS,
        patient_count: 1234,
        short_stays: {
          rth: { count: 12, rate: 21.428571 },
          ed: { count: 0, rate: null },
          ach_adm: 56,
        },
      },
    },
    list: {
      state: "data",
      data: {
        heads: [...shownColumns("facility", { kind: "places", rows: [] })],
        keys: [3],
        columns: [["Maple Court"], ["4"], ["80"], ["41"], ["29"]],
        rows: 1,
        count: "1 facility",
        total: 1,
        note: null,
      },
    },
    frailty: {
      state: "data",
      data: { high: "7", medium: "Unknown", low: "0", unscored: null },
    },
    graphs: { state: "empty" },
    longGraphs: null,
    previous: null,
    quality: null,
    compare: null,
    notices: [],
    ...more,
  };
  const worded = {
    title: profileTitle(view.level),
    documentTitle: documentTitle(view),
    figures: figuresView(view),
    paper: paperWords(view),
    clearHref: clearHrefOf(view),
    ...view,
  };
  // What a document showed before would be shown again for an equal key.
  const keys = {
    figures: JSON.stringify(worded.figures),
    graphs: JSON.stringify(view.graphs),
    morning: JSON.stringify(view.morning),
    quality: JSON.stringify(view.quality),
    rows: JSON.stringify(view.list),
  };
  return {
    rendered: { keys, leftOut: [] },
    ...worded,
  };
}
