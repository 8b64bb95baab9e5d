import { expect, it } from "vitest";
import type { SentChartNote } from "~/contract/chart-notes";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { type FakeHost, says, sendJson, signsIn } from "./support/fake-host";
import { DEFAULT_GRAPHS } from "./support/default-graphs.data";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const CALL = "/chart-notes/company/0";
const COUNT = DEFAULT_GRAPHS.months.length;
const END = endOfGraphs();
const PAGE = `/company-overview?startDate=2025-01-01&endDate=${END}&mom=rth_30`;

const NOTE: SentChartNote = {
  id: 1,
  kind: "event",
  level: "company",
  place_id: 0,
  place_name: null,
  measures: ["rth_30"],
  from: monthsBefore(3),
  text: "A <new> contract",
  version: 1,
  author: "Ada Ames",
  added_at: "2026-01-02T03:04:05.000Z",
  ended_by: null,
  ended_at: null,
};
const PHASE: SentChartNote = {
  ...NOTE,
  id: 2,
  kind: "phase",
  from: monthsBefore(8),
  text: "New rounds",
};

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

function endOfGraphs(): string {
  return "2025-12-31";
}

function monthsBefore(months: number): string {
  const month = 2025 * 12 + 11 - months;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}

async function open(path: string) {
  signsIn(host, { role: "company" });
  const browser = await portal.browser().loggedIn("company");
  const { text } = await browser.get(path);
  return documentOf(text);
}

function saysNotes(notes: SentChartNote[]): void {
  says(host, CALL, { data: { notes, may_write: true } });
}

it("draws an event with its number, and says it beside the picture and in the table", async () => {
  saysNotes([NOTE, { ...NOTE, id: 3, from: "2019-01-01", text: "Long ago" }]);
  const page = await open(PAGE);
  expect(textsOf(page, "#figure-rth_30 .events text")).toEqual(["1"]);
  expect(textsOf(page, "#figure-rth_30 .graph-events li")).toEqual([
    `1 ${usDay(monthsBefore(3))}: A <new> contract`,
  ]);
  expect(all(page, "#figure-ed_30 .event")).toEqual([]);
  const full = await open(`${PAGE}&graph=rth_30`);
  const rows = all(full, ".graph-table tbody tr").map(textOf);
  expect(rows.filter((row) => row.includes("A <new> contract"))).toEqual([
    rows[COUNT - 4],
  ]);
  const links = all(full, "a[href^='/events/']");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/events/company/0?graph=rth_30",
  ]);
});

it("breaks mean and limits where a phase begins, with its reason", async () => {
  saysNotes([PHASE]);
  const page = await open(PAGE);
  const figure = "#figure-rth_30";
  expect(textsOf(page, `${figure} .graph-events li`)[0]).toContain(
    "New rounds.",
  );
  const [mean] = all(page, `${figure} .mean`);
  expect(mean?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
  expect(all(page, `${figure} .phase`)).toHaveLength(1);
});

it("says that events are not known where they could not be had", async () => {
  says(host, CALL, {}, 500);
  const page = await open(PAGE);
  expect(textsOf(page, "main").join()).toContain(
    "Events and phases are not known right now.",
  );
  expect(all(page, ".graph-events")).toEqual([]);
});

it("is as it was where the host does not offer them, and asks once", async () => {
  host.on("/chart-notes", (_, response) => sendJson(response, {}, 404));
  signsIn(host, { role: "company" });
  const browser = await portal.browser().loggedIn("company");
  await browser.get(PAGE);
  const { text } = await browser.get(`${PAGE}&graph=rth_30`);
  const page = documentOf(text);
  expect(text).not.toContain("not known right now");
  expect(all(page, "a[href^='/events/']")).toEqual([]);
  expect(host.callsTo("/chart-notes")).toHaveLength(1);
});

function usDay(day: string): string {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
}
