import {
  endChartNote,
  getChartNotes,
  postChartNote,
} from "~/contract/chart-notes";
import type { EndpointCase } from "./endpoint-case";

const EVENT = {
  kind: "event",
  measures: ["rth_30"],
  from: "2026-01-05",
  text: "A new unit manager",
};

/** Calls about what people write on charts. */
export const CHART_NOTE_CASES: EndpointCase[] = [
  {
    name: "notes on the charts of a place",
    target: getChartNotes,
    as: "facility",
    path: "/chart-notes/facility/101?ended=true",
    bad: [
      "/chart-notes/physician/1003000102",
      "/chart-notes/facility/x",
      "/chart-notes/facility/101?ended=1",
    ],
    foreign: [
      ["facility", "/chart-notes/facility/102"],
      ["region", "/chart-notes/division/1"],
      ["physician", "/chart-notes/facility/101"],
      ["accounts", "/chart-notes/company/0"],
    ],
  },
  {
    name: "new note on the charts of a place",
    target: postChartNote,
    as: "facility",
    path: "/chart-notes/facility/101",
    body: EVENT,
    badBody: { ...EVENT, measures: ["quality"] },
    foreign: [
      ["facility", "/chart-notes/facility/102"],
      ["accounts", "/chart-notes/facility/101"],
      ["physician", "/chart-notes/facility/101"],
    ],
  },
  {
    name: "end of a note",
    target: endChartNote,
    as: "facility",
    path: "/chart-notes/facility/101/end",
    body: { note_id: 1, version: 1 },
    badBody: { note_id: "first", version: 1 },
    foreign: [
      ["facility", "/chart-notes/facility/102/end"],
      ["accounts", "/chart-notes/facility/101/end"],
    ],
  },
];
