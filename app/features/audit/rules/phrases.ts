import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";
import { findGraph } from "~/domain/graphs/rate-graphs";
import { LEVELS } from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";

export function list(parts: readonly (string | null)[]): string {
  return capital(parts.filter(isThere).join(", "));
}

export function counts(number: number | null, what: string): string {
  return number === null ? "" : count(number, what);
}

export function count(number: number, what: string): string {
  return counted(formatCount(number), what);
}

export function sentence(parts: readonly (string | null)[]): string {
  return capital(words(parts));
}

export function words(parts: readonly (string | number | null)[]): string {
  return parts.filter(isThere).join(" ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isThere<T>(part: T | null): part is T {
  return part !== null && part !== "";
}

export type DetailValue = string | number | boolean | null;

/** Takes the details that a sentence says. A value of an unexpected kind stays, and is listed after the sentence. */
export class DetailTaker {
  constructor(private readonly rest: Map<string, DetailValue>) {}

  number(key: string): number | null {
    const value = this.rest.get(key);
    if (typeof value !== "number") return null;
    this.rest.delete(key);
    return value;
  }

  text(key: string): string | null {
    const value = this.rest.get(key);
    if (typeof value !== "string") return null;
    this.rest.delete(key);
    return value;
  }

  flag(key: string): boolean | null {
    const value = this.rest.get(key);
    if (typeof value !== "boolean") return null;
    this.rest.delete(key);
    return value;
  }

  others(): [key: string, value: DetailValue][] {
    const others = [...this.rest];
    this.rest.clear();
    return others;
  }
}

export const SIGN_IN_SENTENCES: Readonly<
  Record<string, (take: DetailTaker) => string>
> = {
  sign_in: auditedSignIn,
  emergency_entry: auditedSignIn,
  prove_password: auditedFirstStep,
  sign_in_failed: auditedFailure,
  session_revoked: auditedEnd,
  end_organisation_session: auditedSessions,
};

function auditedSignIn(take: DetailTaker): string {
  const how = take.text("how");
  return how === null ? "" : `By ${how}`;
}

function auditedFirstStep(take: DetailTaker): string {
  const wanted = take.text("wanted");
  return wanted === null || wanted === "code"
    ? ""
    : wanted === "set_up"
      ? "Setup required first"
      : wanted;
}

function auditedSessions(take: DetailTaker): string {
  return counts(take.number("sessions"), "sessions");
}

function auditedFailure(take: DetailTaker): string {
  const reason = take.text("reason");
  if (reason === null) return "";
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? reason) : reason;
}

/** Says nothing if the refresh token was used twice. */
function auditedEnd(take: DetailTaker): string {
  const reason = take.text("reason");
  if (reason === "groups") return "Groups no longer give access";
  return reason === "organisation_account"
    ? "Organisation's login no longer gives access"
    : (reason ?? "");
}

const REASONS: Readonly<Record<string, string>> = {
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

const KINDS: Readonly<Record<string, string>> = {
  event: "event",
  phase: "phase",
  baseline: "frozen baseline",
};

/** 'Frozen baseline 4 of Region 21', 'Event 5 of Company'. */
export function auditedChartNote(take: DetailTaker): string {
  const kind = take.text("kind") ?? "";
  const note = take.number("note_id");
  return sentence([`${KINDS[kind] ?? kind} ${note ?? ""}`, ofPlace(take)]);
}

/** 'Target 4 for 30 Day RTH of Region 21'. */
export function auditedTarget(take: DetailTaker): string {
  const measure = take.text("measure");
  return sentence([
    `target ${take.number("target_id") ?? ""}`,
    measure && `for ${findGraph(measure)?.title ?? measure}`,
    ofPlace(take),
  ]);
}

function ofPlace(take: DetailTaker): string | null {
  const level = take.text("level");
  const id = take.number("subject_id");
  const name = LEVELS.find((one) => one === level);
  if (name === undefined) return level;
  return name === "company"
    ? `of ${LEVEL_NAMES.company}`
    : `of ${LEVEL_NAMES[name]} ${id ?? ""}`;
}
