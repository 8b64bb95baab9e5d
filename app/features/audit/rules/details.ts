import { LEVELS, NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import {
  DetailTaker,
  type DetailValue,
  sentence,
  list,
  count,
  counts,
  words,
  auditedChartNote,
  auditedTarget,
  SIGN_IN_SENTENCES,
} from "./phrases";
import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { isIsoDay, usDayOf } from "~/domain/calendar";
import { findFigure } from "~/domain/figures/overview-figures";
import { QIES_REPORT_TYPES } from "~/features/cms-requests/rules/report-types";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import type { AuditDetails } from "./actions";
import { auditActionText } from "./words";

const FIELD_LABELS: Readonly<Record<string, string>> = {
  username: "Username",
  firstname: "First name",
  lastname: "Last name",
  access_level: "Access level",
  access_level_id: "Ids",
  isnp_only: "ISNP only",
  group: "Group",
  label: "Label",
  password: "Password",
  rights_by_groups: "Rights by groups",
  sender: "Application",
  facility: "Facility code",
  role: "Role",
  facility_id: "Facility",
  codes: "Codes",
  bound_to: "Bound to",
  required_from: "Needed from",
};

/** 'Signed, transfer 12 of Resident 1001 in Facility 101'. */
function auditedReview(take: DetailTaker): string {
  const step = take.text("step");
  const transfer = take.number("transfer_id");
  const resident = take.number("patient_id");
  const facility = take.number("facility_id");
  const fields = take.text("fields");
  const what = sentence([
    transfer === null ? null : `transfer ${transfer}`,
    resident === null ? null : `of Resident ${resident}`,
    facility === null ? null : `in Facility ${facility}`,
  ]);
  return [
    list([step === null ? null : (REVIEW_STEPS[step] ?? step), what]),
    ...(fields ? [`Fields ${fields.replaceAll(" ", ", ")}`] : []),
  ].join("; ");
}

const REVIEW_STEPS: Readonly<Record<string, string>> = {
  save: "Saved",
  review: "Reviewed",
  sign: "Signed",
  amend: "Amended",
};

function auditedCause(take: DetailTaker): string {
  const id = take.number("cause_id");
  return id === null ? "" : `Cause ${id}`;
}

/** Anything that the sentence does not say follows as 'key: value', so that nothing recorded is hidden. */
export function auditDetailsText(
  action: string,
  details: AuditDetails,
): string {
  const rest = new Map<string, DetailValue>(
    Object.entries(details).filter(([, value]) => value !== null),
  );
  const sentenceOf = Object.hasOwn(SENTENCES, action)
    ? SENTENCES[action]
    : undefined;
  const said = sentenceOf?.(new DetailTaker(rest)) ?? "";
  return [
    ...(said === "" ? [] : [said]),
    ...[...rest].map(([key, value]) => `${key}: ${plain(value)}`),
  ].join("; ");
}

type Sentence = (take: DetailTaker) => string;

function each(names: string, sentenceOf: Sentence): Record<string, Sentence> {
  return Object.fromEntries(names.split(" ").map((name) => [name, sentenceOf]));
}

const SENTENCES: Record<string, Sentence> = {
  ...SIGN_IN_SENTENCES,
  ...each("create_user change_user delete_user", changes),
  ...each("mark_emergency_account change_second_factor_rule", changes),
  ...each("create_group_rule change_group_rule delete_group_rule", changes),
  ...each("create_sender change_sender delete_sender", changes),
  ...each("view_message retry_message drop_message restore_message", message),
  ...each("view_review write_review", auditedReview),
  ...each("view_transfer_notices write_transfer_notices", auditedReview),
  sign_in_delayed(take) {
    const kind = take.text("kind");
    const seconds = take.number("seconds");
    return sentence([
      kind && `For this ${kind}`,
      seconds === null ? null : `for ${count(seconds, "seconds")}`,
    ]);
  },
  view_patients: (take) => list([rowsOf(take, "patients"), ...askedRows(take)]),
  view_resident: resident,
  export_rows(take) {
    const measure = take.text("measure");
    return list([
      measure === null ? null : measureName(measure),
      rowsOf(take, "rows"),
      ...askedRows(take),
      endingOf(take),
    ]);
  },
  view_notes: (take) => counts(take.number("rows"), "notes"),
  mark_notes_read: (take) => counts(take.number("notes"), "notes"),
  request_report: cmsReport,
  download_report: cmsReport,
  view_embedded_report: reportName,
  change_report_access(take) {
    const via = take.text("via");
    const report = reportName(take);
    const role = take.text("role");
    const allow = take.flag("allow");
    const change = sentence([
      report,
      allow === null ? null : allow ? "given to" : "taken from",
      role === null ? null : accessLevelName(role),
    ]);
    return via === null ? change : `By ${via}; ${change}`;
  },
  import_data(take) {
    const number = take.number("import_id");
    const who = take.text("started_by");
    return list([
      words([take.text("kind"), number, take.text("outcome")]),
      ...Object.entries(IMPORT_COUNTS).map(([key, what]) =>
        counts(take.number(key) || null, what),
      ),
      who === null ? null : `by ${who}`,
    ]);
  },
  forget_resident: resident,
  drop_raw_messages(take) {
    const before = take.text("before");
    return sentence([
      counts(take.number("messages"), "messages"),
      before === null ? null : `from before ${dayText(before)}`,
    ]);
  },
  discuss_residents(take) {
    const facility = take.number("facility_id");
    return list([
      counts(take.number("discussed") || null, "residents discussed"),
      counts(
        take.number("taken_back") || null,
        "residents no longer discussed",
      ),
      counts(take.number("lines") || null, "lines"),
      facility === null ? null : `Facility ${facility}`,
    ]);
  },
  send_transfer_notices: (take) =>
    list([rowsOf(take, "transfers"), ...askedRows(take)]),
  add_review_cause: auditedCause,
  end_review_cause: auditedCause,
  add_chart_note: auditedChartNote,
  end_chart_note: auditedChartNote,
  set_target: auditedTarget,
  end_target: auditedTarget,
  view_audit_trail: askedEvents,
  export_audit_trail: (take) =>
    list([
      askedEvents(take),
      counts(take.number("rows"), "events"),
      endingOf(take),
    ]),
};

function resident(take: DetailTaker): string {
  const id = take.number("patient_id");
  return id === null ? "" : `Resident ${id}`;
}

const IMPORT_COUNTS = {
  added: "rows added",
  changed: "rows changed",
  removed: "rows removed",
  problems: "problems",
  warnings: "warnings",
};

const ENDINGS: Readonly<Record<string, string>> = {
  begun: "begun",
  complete: "",
  cancelled: "stopped by the browser",
  stalled: "stopped, because the browser stopped reading",
  // Only in old trails: exports read a snapshot now and are not stopped.
  "data-changed": "stopped by an import",
  failed: "stopped by an error",
};

function rowsOf(take: DetailTaker, what: string): string {
  const rows = take.number("rows");
  const subject = subjectOf(take);
  const facility = take.number("facility_id");
  const isOf = rows !== null && subject !== null && subject !== NOBODY;
  return words([
    rows === null ? null : count(rows, what),
    isOf ? `of ${subject}` : subject,
    facility === null ? null : `in Facility ${facility}`,
  ]);
}

function askedRows(take: DetailTaker): (string | null)[] {
  const page = take.number("page");
  const figure = take.text("figure");
  return [
    named(take.text("list"), LIST_NAMES),
    figure === null ? null : `behind ${measureName(figure)}`,
    take.text("group")?.replaceAll("_", " ") ?? null,
    daysText(take.text("from"), take.text("to")),
    page === null ? null : `page ${page}`,
  ];
}

const LIST_NAMES: Readonly<Record<string, string>> = {
  today: "Today",
  transfers: "transfers",
  reviews: "transfers to review",
  transfer_notices: "transfer notices",
  changes: "changes since Monday",
  data_quality: "data quality",
  search: "search",
};

const NOBODY = "without a physician";

/** 'the company', 'Facility 101', 'Physician 1000000001'. */
function subjectOf(take: DetailTaker): string | null {
  const name = take.text("level");
  const id = take.number("subject_id");
  const level = LEVELS.find((one) => one === name);
  if (level === "company") return "the company";
  if (level === "physician" && id === NO_PHYSICIAN_ID) return NOBODY;
  return words([level ? LEVEL_NAMES[level] : name, id]) || null;
}

function reportName(take: DetailTaker): string {
  const slug = take.text("report");
  return slug === null ? "" : `Report ${slug}`;
}

/** 'Message 12 of Residents 1001, 1002 in Facility 101'. */
function message(take: DetailTaker): string {
  const id = take.number("message_id");
  const residents = take.text("patient_ids");
  const facility = take.number("facility_id");
  const noun = residents?.includes(",") ? "Residents" : "Resident";
  return sentence([
    id === null ? null : `message ${id}`,
    residents === null ? null : `of ${noun} ${residents}`,
    facility === null ? null : `in Facility ${facility}`,
  ]);
}

function cmsReport(take: DetailTaker): string {
  const code = take.text("report");
  const name = take.text("name");
  const facility = take.number("facility_id");
  const request = take.number("report_id");
  const type = QIES_REPORT_TYPES.find((one) => one.code === code);
  return sentence([
    type?.name ?? name ?? code,
    facility === null ? null : `for Facility ${facility}`,
    request === null ? null : `(request ${request})`,
  ]);
}

/** 'Access level: Facility → Region; Password changed', after the way it was done if no user did it. */
function changes(take: DetailTaker): string {
  const via = take.text("via");
  return [
    ...(via === null ? [] : [`By ${via}`]),
    ...take.others().map(([key, value]) => {
      const label = named(key, FIELD_LABELS);
      return value === "changed"
        ? `${label} changed`
        : `${label}: ${fieldText(key, value)}`;
    }),
  ].join("; ");
}

function fieldText(key: string, value: DetailValue): string {
  return plain(value)
    .split(" → ")
    .map((part) => {
      if (key === "access_level") return accessLevelName(part);
      if (key === "required_from") return dayText(part);
      return key === "isnp_only" ? named(part, FLAGS) : part || "none";
    })
    .join(" → ");
}

const FLAGS: Readonly<Record<string, string>> = { true: "yes", false: "no" };

function askedEvents(take: DetailTaker): string {
  const action = take.text("action");
  const from = take.text("from");
  const to = take.text("to");
  return list([
    take.flag("unknown_user") ? "An unknown user" : null,
    action === null ? null : auditActionText(action),
    resident(take) || null,
    daysText(from, to),
  ]);
}

function daysText(from: string | null, to: string | null): string | null {
  if (from !== null && to !== null) return `${dayText(from)}–${dayText(to)}`;
  if (from !== null) return `from ${dayText(from)}`;
  return to === null ? null : `to ${dayText(to)}`;
}

function dayText(day: string): string {
  return isIsoDay(day) ? usDayOf(day) : day;
}

function endingOf(take: DetailTaker): string {
  return named(take.text("ending"), ENDINGS);
}

function measureName(tag: string): string {
  return findFigure(tag)?.label ?? tag;
}

function accessLevelName(role: string): string {
  return isAccessLevel(role) ? ACCESS_LEVEL_NAMES[role] : role;
}

function isAccessLevel(text: string): text is AccessLevel {
  return ACCESS_LEVELS.some((level) => level === text);
}

function named(
  word: string | null,
  names: Readonly<Record<string, string>>,
): string {
  if (word === null) return "";
  return Object.hasOwn(names, word) ? (names[word] ?? word) : word;
}

function plain(value: DetailValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
