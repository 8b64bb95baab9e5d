import { messages } from "~/domain/messages";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { pageError } from "~/data/page-error.server";
import { noticesOf, panelOf } from "~/data/panel.server";
import { isoDayOf, usDayOf, type EpochDay } from "~/domain/calendar";
import { isFigureTag, type FigureTag } from "~/domain/figures/figure-tags";
import { findFigure } from "~/domain/figures/overview-figures";
import { rowsText } from "./export-words";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { LEVELS, type Level } from "~/domain/places/hierarchy";
import { placePage } from "~/features/shell/navigation/place-of-page.server";
import { outcomeText } from "~/features/transfers/words";
import { residentPath } from "~/resident-paths";
import { requireScreen } from "~/session/screen.server";
import {
  listFigureRows,
  type MetricRow,
  type PageStart,
} from "~server/figure-rows/service";
import { filterLine } from "../filters/filter-words";
import { readPlaceFilters } from "../filters/accepted-range.server";
import { figureRowsWords as words, rowsTitle } from "./figure-rows-words";
import { placePath } from "~/paths";

export type FigureRowsView = Awaited<ReturnType<typeof loadFigureRows>>["view"];

export async function loadFigureRows({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const level = LEVELS.find((one) => one === params.level);
  const search = new URL(request.url).searchParams;
  const tag = search.get("measure");
  const start = readStart(search.get("start"));
  if (level === undefined || !isFigureTag(tag) || !start) throw pageError(404);
  const id = Number(params.id);
  const read = await readPlaceFilters(signedIn, request, { level, id });
  const { filters, carried } = read;
  if (read.notes.length > 0) throw pageError(400);
  const { startDate, endDate, isnp, facilityId } = filters;
  const range = { level, id, startDate, endDate, isnp, facilityId };
  const title = rowsTitle(findFigure(tag)?.label ?? tag);
  const query = { ...carried, measure: tag };
  const fileHref = placePath("metric-data", level, id, query);
  const [outcome, { subject, nav }] = await Promise.all([
    signedIn.ask(listFigureRows, { ...range, tag, start }),
    placePage(signedIn, { level, id }, title, {
      query: carried,
      files: [{ text: "These rows (CSV)", href: fileHref }],
    }),
  ]);
  const hrefFrom = (at: PageStart | null) =>
    placePath("figure-rows", level, id, {
      ...query,
      ...(at && { start: startText(at) }),
    });
  const isFirst = startText(start) === startText(FIRST);
  const panel = panelOf(outcome, { systemError: words.failed }, (rows) => rows);
  const found = panel.state === "data" ? panel.data : null;
  const next = found?.next ?? null;
  const view = {
    ...subject,
    title,
    heading: rowsText(
      tag,
      isFirst && found && !next ? found.rows.length : null,
    ),
    filters: filterLine({
      ...{ level, name: subject.name, filters, facilityName: null },
      through: "",
    }),
    columns: columnsOf(level, tag),
    list:
      panel.state === "data"
        ? { state: "data" as const, rows: panel.data.rows.map(cellsOf) }
        : panel,
    pages: {
      href: hrefFrom(isFirst ? null : start),
      olderHref: next && hrefFrom(next),
      newestHref: isFirst ? null : hrefFrom(null),
    },
  };
  return { view, nav, notices: noticesOf(panel) };
}

const FIRST: PageStart = { facility: 0, after: null };

function startText({ facility, after }: PageStart): string {
  return [facility, ...(after ? [after.day, after.id] : [])].join(".");
}

const START = /^(\d{1,6})(?:\.(\d{1,6})\.(-?\d{1,15}))?$/;

function readStart(text: string | null): PageStart | null {
  if (text === null) return FIRST;
  const [, facility, day, row] = START.exec(text) ?? [];
  if (facility === undefined) return null;
  const after =
    row === undefined ? null : { day: Number(day), id: Number(row) };
  return { facility: Number(facility), after };
}

type Column = keyof typeof words.columns;

const WITH_DAYS: readonly FigureTag[] = [
  "patient_count",
  "days_of_care",
  "pd_lt_doc",
];
const WITHOUT_EVENT: readonly FigureTag[] = [
  ...WITH_DAYS,
  "snf_adm",
  "ach_adm",
];

function columnsOf(level: Level, tag: FigureTag) {
  const left: readonly Column[] = [
    ...(level === "facility" || level === "physician"
      ? ([level] as const)
      : []),
    ...(WITH_DAYS.includes(tag) ? [] : (["days"] as const)),
    ...(WITHOUT_EVENT.includes(tag) ? (["event"] as const) : []),
  ];
  return (Object.keys(words.columns) as Column[])
    .filter((key) => !left.includes(key))
    .map((key) => ({
      key,
      label: words.columns[key],
      numeric: key === "days",
    }));
}

export type FigureRow = ReturnType<typeof cellsOf>;

function cellsOf(row: DeepReadonly<MetricRow>) {
  return {
    key: `${row.stay_id} ${row.transfer_id ?? ""}`,
    resident: {
      name: lastFirst(row.last_name, row.first_name),
      mrn: row.mrn,
      href: residentPath(row.patient_id),
    },
    cells: {
      facility: row.facility_name,
      physician:
        row.npi === null
          ? messages.none
          : lastFirst(row.physician_last_name, row.physician_first_name),
      admitted: row.admitted_on === null ? "" : dayText(row.admitted_on),
      event: eventText(row),
      days: row.days === null ? "" : formatCount(row.days),
    },
  };
}

function eventText(row: DeepReadonly<MetricRow>): string {
  const { event_on: day, discharged_on: left } = row;
  if (day === null) return messages.none;
  const isElsewhere =
    row.event_facility_name !== null &&
    row.event_facility_name !== row.facility_name;
  return [
    dayText(day),
    outcomeText({
      outcome: row.event_outcome,
      planned: row.event_planned === 1,
      assumed: row.event_assumed === 1,
    }),
    ...(left !== null && day > left ? [words.afterDischarge] : []),
    ...(isElsewhere ? [row.event_facility_name] : []),
  ].join(", ");
}

function dayText(day: EpochDay): string {
  return usDayOf(isoDayOf(day));
}
