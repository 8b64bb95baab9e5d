import { expect, it } from "vitest";
import { messages } from "~/domain/messages";
import { TODAY_FILE_COLUMNS, todayFileCells } from "./file";
import { listResidents } from "./list";

it("leaves blank in a file what nobody knows", () => {
  const [one] = listResidents({
    day: "2026-06-15",
    facilities: [],
    data: [
      {
        ...{ stay_id: 1, resident_id: 11, mrn: null, npi: 1000000001 },
        ...{ facility_id: 101, facility_name: "Alder House", unit: null },
        ...{ first_name: "Fay", last_name: "Lee", frailty_score: -1 },
        ...{ physician_name: messages.unknown, admitted_on: "2026-06-13" },
        ...{ from_hospital: false, long_stay_from: "2026-09-21" },
        ...{ hospitalizations_30: 0, hospitalizations_90: 0 },
        ...{ hospitalizations_180: 0, ed_visits_30: 0, ed_visits_90: 0 },
        ...{ ed_visits_180: 0, out_since: null, bed_kept: false },
        ...{ back_on: null, last_note_at: "2026-06-15T02:05:00.000Z" },
        ...{ last_note_high_risk: false, high_risk_note_at: null },
        ...{ high_risk_note_on: null, discussed_at: null },
        ...{ discussed_by: null, line: "" },
      },
    ],
  });
  const cells = todayFileCells(one!, null);
  const cellOf = (column: string) => cells[TODAY_FILE_COLUMNS.indexOf(column)];
  expect({
    score: cellOf("frailty_score"),
    npi: cellOf("physician_npi"),
    name: cellOf("physician_name"),
    isHighRisk: cellOf("last_note_high_risk"),
    isUnread: cellOf("last_note_unread"),
  }).toEqual({
    ...{ score: null, npi: 1000000001, name: null },
    ...{ isHighRisk: "false", isUnread: null },
  });
});
