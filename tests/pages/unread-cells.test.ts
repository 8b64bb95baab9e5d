import { expect, it } from "vitest";
import { all, documentOf, textOf } from "./support/document";
import { type FakeHost, physicianRecord, says } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const COUNTS = {
  days_care: 3,
  hospital_transfers: 0,
  hospital_visits: 0,
  short_stay_ed_visits: 0,
  long_stay_ed_visits: 0,
};

it("a list keeps its rows where a cell cannot be read, and the log says which", async () => {
  says(host, "/api/physician/", {
    data: physicianRecord(1000000001),
  });
  says(host, "/api/summary/", {
    data: [
      {
        ...COUNTS,
        first_name: "Rosa",
        last_name: "Elm",
        admission_date: "31/01/2026",
        discharge_date: "",
        frailty_score: 4.5,
      },
      {
        ...COUNTS,
        first_name: "Tom",
        last_name: "Oak",
        admission_date: "soon",
        discharge_date: "2026-02-04 10:00:00",
        frailty_score: "high",
      },
      {
        ...COUNTS,
        first_name: null,
        last_name: null,
        admission_date: "2026-01-05",
        discharge_date: null,
        frailty_score: null,
      },
      {
        ...COUNTS,
        first_name: "Bo",
        last_name: "Cole",
        admission_date: "2026-01-06",
        discharge_date: null,
        frailty_score: 7,
      },
    ],
  });
  const browser = await portal.browser().loggedIn("company");
  const { text } = await browser.get("/physician-profile/1000000001");
  const rows = all(documentOf(text), "#list tbody tr").map((row) =>
    all(row, "th, td").map(textOf).slice(0, 5),
  );
  expect(rows).toEqual([
    ["Elm, Rosa", "01/31/2026", "Current", "3", "4.5 Med"],
    ["Oak, Tom", "Unknown", "02/04/2026", "3", "Unknown"],
    ["Unnamed patient", "01/05/2026", "Current", "3", "None"],
    ["Cole, Bo", "01/06/2026", "Current", "3", "7 High"],
  ]);
  const told = (await portal.log()).filter((line) =>
    line.includes("upstream.unread_cells"),
  );
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("data.1.admission_date");
  expect(told[0]).not.toContain("soon");
});
