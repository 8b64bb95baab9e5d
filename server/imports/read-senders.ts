import {
  LONGEST_SENDER_NAME,
  SENDER_ROLES,
  senderProblems,
  type SenderRule,
  type WantedSender,
} from "~/features/messages/rules/sender-rules";
import {
  LONGEST_CODES,
  senderCodesProblems,
} from "~/features/messages/rules/sender-codes";
import { LONGEST_BOUND_TO } from "~/features/messages/rules/sender-origins";
import * as cells from "./cells";
import type { CellValue } from "./cells";
import type { CensusTableName } from "./census-tables";
import type { ProblemLog } from "./problem-log";
import {
  readTable,
  type ReadRow,
  type RowProblem,
  type TableFormat,
} from "./read-table";

export const SENDERS_FILE = "senders.csv";

/** A sender of messages as senders.csv gives it (R285). */
export interface SenderRow extends WantedSender {
  line: number;
  /** The file has no column for what senders are bound to. */
  keepsBinding: boolean;
}

const name = cells.optional(cells.text(LONGEST_SENDER_NAME));
const column = (header: string, cell: cells.Cell) => ({
  name: header,
  to: header,
  cell,
});

const FORMAT: TableFormat = {
  file: SENDERS_FILE,
  columns: [
    column("sender", name),
    column("facility", name),
    column("role", cells.oneOf(SENDER_ROLES)),
    column("facility_id", cells.optional(cells.id)),
    column("codes", cells.optional(cells.text(LONGEST_CODES))),
    {
      ...column("bound_to", cells.optional(cells.text(LONGEST_BOUND_TO))),
      mayBeMissing: true,
    },
  ],
  checkRow,
};

type Values = Readonly<Record<string, CellValue>>;

/** What the import says of a rule, behind the name of the column. */
const WORDS = {
  nameless: "and facility must not both be blank",
  placeless: "must not be blank for the role facility",
  tooLong: `has more than ${LONGEST_SENDER_NAME} characters`,
  characters: "has a character that cannot be seen",
  codesTooLong: `has more than ${LONGEST_CODES} characters`,
  boundTooLong: `has more than ${LONGEST_BOUND_TO} characters`,
  origin:
    "has an entry that is no address, no network, no name of a certificate and not files",
} as const satisfies Record<Exclude<SenderRule, "entry">, string>;

function checkRow(values: Values): RowProblem[] {
  const wanted = wantedOf(values);
  const problems = senderProblems(wanted).flatMap(({ field, rule }) =>
    rule === "entry" ? [] : { column: field, message: WORDS[rule] },
  );
  // An entry may be any text, and so it is not shown.
  const entries = senderCodesProblems(wanted.codes).map(({ problem }) => ({
    column: "codes",
    message: `has an entry: it ${problem}`,
  }));
  return [...problems, ...entries];
}

function wantedOf(values: Values): WantedSender {
  const text = (header: string) => String(values[header] ?? "");
  return {
    sender: text("sender"),
    facility: text("facility"),
    // Of a role that is none nothing more is said.
    role: values.role === "facility" ? "facility" : "hospital",
    facility_id:
      typeof values.facility_id === "number" ? values.facility_id : null,
    codes: text("codes"),
    bound_to: text("bound_to"),
  };
}

export async function readSenders(
  path: string,
  problems: ProblemLog,
  onBytes: (bytes: number) => void,
): Promise<SenderRow[]> {
  const senders: SenderRow[] = [];
  const lines = new Map<string, number>();
  const take = (row: ReadRow) => {
    const sender = {
      line: row.line,
      ...wantedOf(row.values),
      keepsBinding: row.values.bound_to === undefined,
    };
    const key = senderKey(sender);
    const first = lines.get(key);
    if (first !== undefined) {
      problems.add({
        file: SENDERS_FILE,
        line: row.line,
        column: "sender",
        message: "is there already, with the same facility",
        example: `is there already, with the same facility, on line ${first}`,
      });
    }
    lines.set(key, first ?? row.line);
    if (!row.bad) senders.push(sender);
  };
  await readTable(path, FORMAT, problems, take, onBytes);
  return senders;
}

export function senderKey(key: { sender: string; facility: string }): string {
  return JSON.stringify([key.sender, key.facility]);
}

export function checkSenders(
  senders: readonly SenderRow[],
  exists: (table: CensusTableName, id: number) => boolean | null,
  problems: ProblemLog,
): void {
  for (const { line, facility_id } of senders) {
    if (facility_id === null || exists("facilities", facility_id) !== false) {
      continue;
    }
    problems.add({
      file: SENDERS_FILE,
      line,
      column: "facility_id",
      message: "there is no such facility",
      example: `there is no facility ${facility_id}`,
    });
  }
}
