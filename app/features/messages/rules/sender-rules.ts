import { LONGEST_CODES, senderCodesProblems } from "./sender-codes";
import { LONGEST_BOUND_TO, parseOrigins } from "./sender-origins";

export const SENDER_ROLES = ["facility", "hospital"] as const;
export type SenderRole = (typeof SENDER_ROLES)[number];

export const LONGEST_SENDER_NAME = 200;

export interface WantedSender {
  sender: string;
  facility: string;
  role: SenderRole;
  facility_id: number | null;
  codes: string;
  bound_to: string;
}

export type SenderRule =
  | "nameless"
  | "placeless"
  | "tooLong"
  | "characters"
  | "codesTooLong"
  | "boundTooLong"
  | "origin"
  | "entry";

export interface SenderProblem {
  field: "sender" | "facility" | "facility_id" | "codes" | "bound_to";
  rule: SenderRule;
  text: string;
}

/** Line ends, direction marks and invisible characters. */
const UNFIT = /[\p{C}\p{Zl}\p{Zp}]/u;

export function senderProblems(wanted: WantedSender): SenderProblem[] {
  const problems: SenderProblem[] = [];
  const add = (
    field: SenderProblem["field"],
    rule: Exclude<SenderRule, "entry">,
  ) => problems.push({ field, rule, text: senderRuleWords[rule] });
  for (const field of ["sender", "facility"] as const) {
    const rule = nameProblem(wanted[field]);
    if (rule !== null) add(field, rule);
  }
  if (wanted.sender === "" && wanted.facility === "") {
    add("sender", "nameless");
  }
  if (wanted.role === "facility" && wanted.facility_id === null) {
    add("facility_id", "placeless");
  }
  const { codes, bound_to } = wanted;
  if (bound_to.length > LONGEST_BOUND_TO) add("bound_to", "boundTooLong");
  if (parseOrigins(bound_to).includes(null)) add("bound_to", "origin");
  if (codes.length > LONGEST_CODES) add("codes", "codesTooLong");
  const [wrong] = senderCodesProblems(codes);
  if (wrong) {
    const text = `The entry “${wrong.entry}” ${wrong.problem}.`;
    problems.push({ field: "codes", rule: "entry", text });
  }
  return problems;
}

function nameProblem(text: string): "tooLong" | "characters" | null {
  if (text.length > LONGEST_SENDER_NAME) return "tooLong";
  return UNFIT.test(text) ? "characters" : null;
}

export const senderRuleWords = {
  nameless: "Enter the name of the application or the code of the facility.",
  placeless: "Choose the facility of these messages.",
  tooLong: `Enter no more than ${LONGEST_SENDER_NAME} characters.`,
  characters: "Remove invisible characters.",
  codesTooLong: `Enter no more than ${LONGEST_CODES} characters of codes.`,
  boundTooLong: `Enter no more than ${LONGEST_BOUND_TO} characters of what it is bound to.`,
  origin:
    "Enter IP addresses, networks such as 10.1.0.0/16, names of certificates, or “files”, separated by spaces.",
  unknownFacility: "There is no such facility.",
  taken: "A sender with this name and code already exists.",
  stale: "Someone else changed this sender. Check it and change it again.",
} as const;
