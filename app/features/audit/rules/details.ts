import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { isIsoDay, usDayOf } from "~/domain/calendar";
import { findFigure } from "~/domain/figures/overview-figures";
import { findGraph } from "~/domain/graphs/rate-graphs";
import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";
import { LEVELS, NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { QIES_REPORT_TYPES } from "~/features/cms-requests/rules/report-types";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import type { AuditDetails } from "./actions";
import { auditActionText } from "./words";

/** The details that a sentence has not said yet. */
type Rest = Map<string, string | number | boolean>;

const IN_FACILITY = "| in Facility {facility_id}";
const TRANSFER = `{step:step}, Transfer {transfer_id}| of Resident {patient_id}${IN_FACILITY}; Fields {fields:fields}`;
const MESSAGE = `message {message_id}| of {residents}${IN_FACILITY}`;
const OF_SUBJECT = `| {subject}${IN_FACILITY}`;
const ASKED =
  "{list:list}, behind {figure:figure}, {group:group}, {days}, page {page}";
const CMS_REPORT =
  "{cms_report}| for Facility {facility_id}| (request {report_id})";
const TARGET = "target {target_id}| for {measure:graph}| {place}";
const CHART_NOTE = "{kind:note}| {note_id}| {place}";
const EVENTS = "{unknown_user}, {action:action}, Resident {patient_id}, {days}";

/**
 * Sentences by action. A part between bars, commas or semicolons is left out if its detail is missing. `{rows:patients}`
 * counts patients, `some` leaves out none; other words after the colon name an entry of {@link FORMATS}.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  sign_in: "By {how}",
  emergency_entry: "By {how}",
  prove_password: "{wanted:step of login}",
  sign_in_failed: "{reason:failure}",
  sign_in_delayed: "For this {kind}| for {seconds:seconds}",
  session_revoked: "{reason:end}",
  end_organisation_session: "{sessions:sessions}",
  view_patients: `{rows:patients}${OF_SUBJECT}, ${ASKED}`,
  view_resident: "Resident {patient_id}",
  forget_resident: "Resident {patient_id}",
  export_rows: `{measure:figure}, {rows:rows}${OF_SUBJECT}, ${ASKED}, {ending:ending}`,
  view_notes: "{rows:notes}",
  mark_notes_read: "{notes:notes}",
  request_report: CMS_REPORT,
  download_report: CMS_REPORT,
  view_embedded_report: "Report {report}",
  change_report_access: "By {via}; Report {report}| {allow}| {role:level}",
  create_user: "{changes}",
  change_user: "{changes}",
  delete_user: "{changes}",
  mark_emergency_account: "{changes}",
  change_second_factor_rule: "{changes}",
  create_group_rule: "{changes}",
  change_group_rule: "{changes}",
  delete_group_rule: "{changes}",
  import_data:
    "{kind}| {import_id}| {outcome}, {added:some rows added}, {changed:some rows changed}, {removed:some rows removed}, {problems:some problems}, {warnings:some warnings}, by {started_by}",
  discuss_residents:
    "{discussed:some residents discussed}, {taken_back:some residents no longer discussed}, {lines:some lines}, Facility {facility_id}",
  view_review: TRANSFER,
  write_review: TRANSFER,
  view_transfer_notices: TRANSFER,
  write_transfer_notices: TRANSFER,
  send_transfer_notices: `{rows:transfers}${OF_SUBJECT}, ${ASKED}`,
  add_review_cause: "Cause {cause_id}",
  end_review_cause: "Cause {cause_id}",
  add_chart_note: CHART_NOTE,
  end_chart_note: CHART_NOTE,
  set_target: TARGET,
  end_target: TARGET,
  create_sender: "{changes}",
  change_sender: "{changes}",
  delete_sender: "{changes}",
  view_message: MESSAGE,
  retry_message: MESSAGE,
  drop_message: MESSAGE,
  restore_message: MESSAGE,
  drop_raw_messages: "{messages:messages}| from before {before:day}",
  view_audit_trail: EVENTS,
  export_audit_trail: `${EVENTS}, {rows:events}, {ending:ending}`,
};

/** Anything that the sentence does not say follows as 'key: value', so that nothing recorded is hidden. */
export function auditDetailsText(
  action: string,
  details: AuditDetails,
): string {
  const rest: Rest = new Map();
  for (const [key, value] of Object.entries(details)) {
    if (value !== null) rest.set(key, value);
  }
  const clauses = named(action, SENTENCES, "")
    .split("; ")
    .map((clause) => clauseText(clause, rest));
  const others = [...rest].map(([key, value]) => `${key}: ${plain(value)}`);
  return [...clauses, ...others].filter(Boolean).join("; ");
}

function clauseText(clause: string, rest: Rest): string {
  const phrases = clause.split(", ").map((phrase) =>
    phrase
      .split("|")
      .map((part) => partText(part, rest))
      .join("")
      .replace(/^ (of )?/, ""),
  );
  const text = phrases.filter(Boolean).join(", ");
  // A word that only another version knows stays as it is.
  return /^\{[^}]+\}$/.test(clause)
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Empty if its detail is missing, or of a kind that its format does not know. */
function partText(part: string, rest: Rest): string {
  let isMissing = false;
  const text = part.replace(
    /\{(\w+)(?::([^}]+))?\}/,
    (_, key: string, format?: string) => {
      const value = COMPUTED[key]?.(rest) ?? take(rest, key, format);
      isMissing = value === null;
      return value ?? "";
    },
  );
  return isMissing ? "" : text;
}

function take(rest: Rest, key: string, format?: string): string | null {
  const value = rest.get(key);
  if (value === undefined) return null;
  const text = format === undefined ? wordOf(value) : say(value, format);
  if (text !== null) rest.delete(key);
  return text;
}

function wordOf(value: string | number | boolean): string | null {
  return typeof value === "boolean" ? null : String(value);
}

function say(value: string | number | boolean, format: string): string | null {
  if (typeof value === "number") {
    const noun = format.replace(/^some /, "");
    const isLeftOut = value === 0 && noun !== format;
    return isLeftOut ? "" : counted(formatCount(value), noun);
  }
  return typeof value === "string" ? (FORMATS[format]?.(value) ?? null) : null;
}

const FORMATS: Readonly<Record<string, (word: string) => string>> = {
  action: auditActionText,
  day: dayText,
  end: (word) => named(word, ENDS_OF_SESSIONS),
  ending: (word) => named(word, ENDINGS),
  failure: (word) => named(word, FAILURES),
  fields: (names) => names.replaceAll(" ", ", "),
  figure: (tag) => findFigure(tag)?.label ?? tag,
  graph: (tag) => findGraph(tag)?.title ?? tag,
  group: (word) => word.replaceAll("_", " "),
  level: accessLevelName,
  list: (word) => named(word, LIST_NAMES),
  note: (word) => (word === "baseline" ? "frozen baseline" : word),
  step: (word) => named(word, REVIEW_STEPS),
  "step of login": (word) => named(word, LOGIN_STEPS),
};

const LOGIN_STEPS = { code: "", set_up: "Setup required first" };

const FAILURES = {
  password: "Wrong password",
  username: "Unknown username",
  initial_over: "Correct first password, but it has expired",
  not_emergency: "Correct password, but not an emergency account",
  current_password: "Wrong current password when changing own settings",
  code: "Wrong code",
  organisation_account: "Organisation's login answer was rejected",
  link_code: "Wrong code for an organisation account",
  passkey: "Wrong passkey",
  groups: "No group of the organisation lets them in",
};

/** There is no reason if the refresh token was used twice. */
const ENDS_OF_SESSIONS = {
  groups: "Groups no longer give access",
  organisation_account: "Organisation's login no longer gives access",
};

const REVIEW_STEPS = {
  save: "Saved",
  review: "Reviewed",
  sign: "Signed",
  amend: "Amended",
};

const ENDINGS = {
  begun: "begun",
  complete: "",
  cancelled: "stopped by the browser",
  stalled: "stopped, because the browser stopped reading",
  // Only in old trails: exports read a snapshot now and are not stopped.
  "data-changed": "stopped by an import",
  failed: "stopped by an error",
};

const LIST_NAMES = {
  today: "Today",
  transfers: "transfers",
  reviews: "transfers to review",
  transfer_notices: "transfer notices",
  changes: "changes since Monday",
  data_quality: "data quality",
  search: "search",
};

/** Said of several details, or of one that is no word or number. */
const COMPUTED: Readonly<Record<string, (rest: Rest) => string | null>> = {
  allow(rest) {
    const isGiven = takeFlag(rest, "allow");
    return isGiven === null ? null : isGiven ? "given to" : "taken from";
  },
  changes,
  cms_report(rest) {
    const code = take(rest, "report");
    const name = take(rest, "name");
    const type = QIES_REPORT_TYPES.find((one) => one.code === code);
    return type?.name ?? name ?? code;
  },
  days(rest) {
    const from = take(rest, "from", "day");
    const to = take(rest, "to", "day");
    if (from !== null && to !== null) return `${from}–${to}`;
    if (from !== null) return `from ${from}`;
    return to === null ? null : `to ${to}`;
  },
  place: (rest) => subjectOf(rest, LEVEL_NAMES.company),
  residents(rest) {
    const ids = take(rest, "patient_ids");
    const noun = ids?.includes(",") ? "Residents" : "Resident";
    return ids === null ? null : `${noun} ${ids}`;
  },
  subject: (rest) => subjectOf(rest, "the company"),
  unknown_user: (rest) =>
    takeFlag(rest, "unknown_user") ? "An unknown user" : null,
};

/** 'of the company', 'of Facility 101', 'without a physician'. */
function subjectOf(rest: Rest, company: string): string | null {
  const name = take(rest, "level");
  const id = take(rest, "subject_id");
  const level = LEVELS.find((one) => one === name);
  if (level === "company") return `of ${company}`;
  if (level === "physician" && id === String(NO_PHYSICIAN_ID)) {
    return "without a physician";
  }
  const words = ["of", level ? LEVEL_NAMES[level] : name, id];
  return (name ?? id) ? words.filter(Boolean).join(" ") : null;
}

const FIELD_LABELS = {
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

/** 'Access level: Facility → Region; Password changed', after the way it was done if no user did it. */
function changes(rest: Rest): string {
  const via = take(rest, "via");
  const lines = [...rest].map(([key, value]) => {
    const label = named(key, FIELD_LABELS);
    return value === "changed"
      ? `${label} changed`
      : `${label}: ${fieldText(key, plain(value))}`;
  });
  rest.clear();
  return [...(via === null ? [] : [`By ${via}`]), ...lines].join("; ");
}

function fieldText(key: string, text: string): string {
  return text
    .split(" → ")
    .map((part) => {
      if (key === "access_level") return accessLevelName(part);
      if (key === "required_from") return dayText(part);
      return key === "isnp_only" ? named(part, FLAGS) : part || "none";
    })
    .join(" → ");
}

const FLAGS = { true: "yes", false: "no" };

function takeFlag(rest: Rest, key: string): boolean | null {
  const value = rest.get(key);
  if (typeof value !== "boolean") return null;
  rest.delete(key);
  return value;
}

function dayText(day: string): string {
  return isIsoDay(day) ? usDayOf(day) : day;
}

function accessLevelName(role: string): string {
  const level = ACCESS_LEVELS.find((one) => one === role);
  return level ? ACCESS_LEVEL_NAMES[level] : role;
}

function named(
  word: string,
  names: Readonly<Record<string, string>>,
  otherwise = word,
): string {
  return Object.hasOwn(names, word) ? (names[word] ?? otherwise) : otherwise;
}

function plain(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
