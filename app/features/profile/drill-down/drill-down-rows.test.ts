import { describe, expect, test } from "vitest";
import type { MedicalStaffRow } from "~/contract/medicalstaff";
import type { LocationRow, PatientRow } from "~/contract/summary";
import { parseSort } from "~/domain/figures/drill-down-columns";
import type { ChildLevel } from "~/domain/places/hierarchy";
import type { FrailtyFilter } from "~/domain/frailty";
import type { ProfileView } from "../profile-view";
import { arrangeList, rowCountText } from "./arrange-list";
import { listView, type DrillDownRows } from "./drill-down-rows";
import { shownList } from "./shown-list";

interface ListState {
  sort: ProfileView["sort"];
  frailtyFilter: FrailtyFilter;
  isCurrentOnly?: boolean;
}

/** The list row by row, as people read it. */
function listRows(list: DrillDownRows, child: ChildLevel, state: ListState) {
  const sent = listView(list, child);
  const { keys, columns, total } = shownList(
    sent,
    arrangeList(sent, state.sort, state.frailtyFilter, state.isCurrentOnly),
  );
  const rows = keys.map((key, place): [number, string[]] => [
    key,
    columns.map((column) => column[place] ?? "missing"),
  ]);
  return { rows, total };
}

function place(id: number, name: string | null, patients: number): LocationRow {
  return {
    id,
    name,
    physician_count: 1,
    patient_count: patients,
    long_stay_patient_count: null,
    admit_from_hospital_count: 1234,
  };
}

function doctor(
  id: number,
  last: string | null,
  more: Partial<MedicalStaffRow> = {},
): MedicalStaffRow {
  return {
    id,
    physician_first_name: last && "Ada",
    physician_last_name: last,
    credentials: "MD",
    facility_count: 1,
    patient_count: 2,
    short_stay_patient_count: 1,
    long_stay_patient_count: 1,
    rth_30_metric: 21.428571428571427,
    op_ed_30_metric: null,
    hosp_1000_lsdoc_metric: 1.6183,
    ed_1000_lsdoc_metric: 0,
    ach_1000mm_metric: null,
    frailty_high: 3,
    frailty_medium: 4,
    frailty_low: 0,
    ...more,
  };
}

function patient(
  last: string | null,
  more: Partial<PatientRow> = {},
): PatientRow {
  return {
    first_name: last && "Bo",
    last_name: last,
    admission_date: "2026-01-05",
    discharge_date: "2026-02-10",
    days_care: 36,
    frailty_score: 4,
    hospital_transfers: 1,
    hospital_visits: 0,
    short_stay_ed_visits: 0,
    long_stay_ed_visits: 0,
    ...more,
  };
}

function sorted(child: ChildLevel, query: string) {
  const sort = parseSort(new URLSearchParams(query), child);
  return { sort, frailtyFilter: "all" as const };
}

function physicians(rows: MedicalStaffRow[], query = "") {
  const state = sorted("physician", query);
  return listRows({ kind: "physicians", rows }, "physician", state);
}

function patients(
  rows: PatientRow[],
  query = "",
  more: Partial<ListState> = {},
) {
  const state = { ...sorted("patient", query), ...more };
  return listRows({ kind: "patients", rows }, "patient", state);
}

const names = (list: ReturnType<typeof listRows>) =>
  list.rows.map(([, cells]) => cells[0]);

describe("places", () => {
  const rows = [place(1, "Elm", 9), place(2, null, 10), place(3, "ash", 100)];

  test("keep the host's order where the URL asks for none", () => {
    const list = listRows({ kind: "places", rows }, "facility", {
      sort: null,
      frailtyFilter: "all",
    });
    expect(list.rows[0]).toEqual([1, ["Elm", "1", "9", "Unknown", "1,234"]]);
    expect(list.rows.map(([id]) => id)).toEqual([1, 2, 3]);
  });

  test("have rates where their host tells any, with small numbers marked", () => {
    const rates = {
      rth_30_metric: 12.5,
      op_ed_30_metric: 3,
      hosp_1000_lsdoc_metric: 2,
      ed_1000_lsdoc_metric: 0,
      ach_1000mm_metric: 60.875,
    };
    const view = (more: Partial<LocationRow>[]) =>
      listView(
        {
          kind: "places",
          rows: more.map((one, id) => ({ ...place(id, "Elm", 9), ...one })),
        },
        "facility",
      );
    expect(view([{}, {}]).heads.map(({ label }) => label)).toEqual([
      "Name",
      "Physicians",
      "Patients",
      "Long-stay patients",
      "Admissions from hospital",
    ]);
    const told = view([
      {},
      { ...rates, pd_lt_doc: 609 },
      { ...rates, pd_lt_doc: 608, admit_from_hospital_count: 19 },
    ]);
    expect(told.heads.slice(5).map(({ label }) => label)).toEqual([
      "RTH%",
      "ED%",
      "H/1000",
      "ED/1000",
      "ADM/1000",
    ]);
    expect(told.columns.slice(5)).toEqual([
      ["Unknown", "12.50%", "* 12.50%"],
      ["Unknown", "3.00%", "* 3.00%"],
      ["Unknown", "2.00", "* 2.00"],
      ["Unknown", "0.00", "* 0.00"],
      ["Unknown", "60.88", "* 60.88"],
    ]);
    expect(told.note).toMatch(/^\* Small number/);
  });
});

describe("physicians", () => {
  test("are written 'Last, First, credentials', with rates to two decimals", () => {
    const list = physicians([doctor(7, "Grey")]);
    expect(list.rows).toEqual([
      [
        7,
        [
          "Grey, Ada, MD",
          "1",
          "2",
          "1",
          "1",
          "21.43%",
          "Unknown",
          "1.62",
          "0.00",
          "Unknown",
          "3 / 4 / 0",
        ],
      ],
    ]);
  });

  test("have their small numbers marked, and the list says what the mark means", () => {
    const rates = (more: Partial<MedicalStaffRow>) => {
      const rows = [
        doctor(1, "A", {
          op_ed_30_metric: 50,
          ach_1000mm_metric: 3,
          ...more,
        }),
      ];
      const { columns, note } = listView(
        { kind: "physicians", rows },
        "physician",
      );
      return [columns.slice(5, 10).map(([cell]) => cell), note];
    };
    const days = 20 * (365.25 / 12);
    const whole = ["21.43%", "50.00%", "1.62", "0.00", "3.00"];
    expect(rates({})).toEqual([whole, null]);
    expect(rates({ ach_adm: 20, pd_lt_doc: Math.ceil(days) })).toEqual([
      whole,
      null,
    ]);
    expect(rates({ ach_adm: 19, pd_lt_doc: Math.ceil(days) })).toEqual([
      ["* 21.43%", "* 50.00%", "1.62", "0.00", "3.00"],
      expect.stringMatching(/^\* Small number \(under 20 admissions/),
    ]);
    expect(rates({ ach_adm: 20, pd_lt_doc: Math.floor(days) })[0]).toEqual([
      "21.43%",
      "50.00%",
      "* 1.62",
      "* 0.00",
      "* 3.00",
    ]);
    expect(rates({ ach_adm: 0, pd_lt_doc: 0 })).toEqual([whole, null]);
    expect(rates({ ach_adm: 99, settled_adm: 19 })).toEqual([
      ["* 21.43%", "* 50.00%", "1.62", "0.00", "3.00"],
      expect.stringMatching(/^\* Small number/),
    ]);
  });

  test("read 'Not yet' while none of the admissions is settled, and the list says why", () => {
    const rows = [
      doctor(1, "A", { rth_30_metric: null, ach_adm: 5, settled_adm: 0 }),
      doctor(2, "B", { rth_30_metric: null, ach_adm: 0, settled_adm: 0 }),
    ];
    const { columns, note } = listView(
      { kind: "physicians", rows },
      "physician",
    );
    expect(columns[5]).toEqual(["Not yet", "Unknown"]);
    expect(note).toBe(
      "Not yet: The 30 days after these admissions are not over.",
    );
  });

  test("with id 0 have no name and go last by name", () => {
    const rows = [doctor(0, "Nobody"), doctor(7, "Grey"), doctor(8, "Adams")];
    const list = physicians(rows, "sort=name");
    expect(list.rows.map(([id]) => id)).toEqual([8, 7, 0]);
    expect(names(list)[2]).toBe("");
  });

  test("without any frailty count say 'Unknown' once", () => {
    const none = {
      frailty_high: null,
      frailty_medium: null,
      frailty_low: null,
    };
    const list = physicians([doctor(1, "A", none)]);
    expect(list.rows[0]?.[1].at(-1)).toBe("Unknown");
  });
});

describe("patients", () => {
  test("have pages where the portal has any", () => {
    const rows = [
      { ...patient("Cole"), id: 7 },
      { ...patient("Dunn"), id: -8 },
    ];
    const viewWith = (hasPages: boolean) =>
      listView({ kind: "patients", rows, hasPages }, "patient");
    expect(viewWith(true)).toMatchObject({ keys: [7, -8], hasResidents: true });
    const without = viewWith(false);
    expect(without.keys).toEqual([0, 1]);
    expect(without.hasResidents).toBeUndefined();
  });

  test("without a score, by −1 or null, say so", () => {
    const rows = [
      patient("A", { frailty_score: -1 }),
      patient("B", { frailty_score: null }),
    ];
    const list = patients(rows);
    expect(list.rows.map(([, cells]) => cells[4])).toEqual(["None", "None"]);
  });

  test("are narrowed to those whose stay has not ended, with a band as well", () => {
    const rows = [2, 6, 8].map((score) =>
      patient(`P${score}`, {
        frailty_score: score,
        discharge_date: score === 8 ? "2026-01-09" : null,
      }),
    );
    const list: DrillDownRows = { kind: "patients", rows };
    const namesAt = (frailtyFilter: FrailtyFilter) =>
      names(patients(rows, "", { frailtyFilter, isCurrentOnly: true }));
    expect(namesAt("all")).toEqual(["P2, Bo", "P6, Bo"]);
    expect(namesAt("high")).toEqual(["P6, Bo"]);
    expect(listView(list, "patient")).toMatchObject({ current: 2, total: 3 });
  });

  test("sort by date across years, open stays as the latest of all", () => {
    const rows = [
      patient("New", { discharge_date: "2026-01-02" }),
      patient("Open", { discharge_date: null }),
      patient("Old", { discharge_date: "2025-12-31" }),
    ];
    const list = patients(rows, "sort=discharge_date");
    expect(names(list)).toEqual(["Old, Bo", "New, Bo", "Open, Bo"]);
    const descending = patients(rows, "sort=discharge_date&dir=desc");
    expect(names(descending)).toEqual(["Open, Bo", "New, Bo", "Old, Bo"]);
  });
});

test.each([
  ["patient", 162, 162, "162 patients"],
  ["patient", 26, 162, "26 of 162 patients"],
  ["patient", 0, 1, "0 of 1 patient"],
  ["facility", 1, 1, "1 facility"],
  ["physician", 1200, 1200, "1,200 physicians"],
] as const)("of %s rows %i of %i are '%s'", (child, shown, total, words) => {
  expect(rowCountText(child, shown, total)).toBe(words);
});
