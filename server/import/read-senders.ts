import {
  LONGEST_SENDER_NAME,
  SENDER_ROLES,
  type SenderRole,
} from "~/domain/feed/sender-rules";
import { LONGEST_CODES, senderCodesProblems } from "~/domain/feed/sender-codes";
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
export interface SenderRow {
  line: number;
  sender: string;
  facility: string;
  role: SenderRole;
  facilityId: number | null;
  codes: string;
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
  ],
  checkRow,
};

function checkRow({
  sender,
  facility,
  role,
  facility_id,
  codes,
}: Readonly<Record<string, CellValue>>): RowProblem[] {
  const problems: RowProblem[] = [];
  if (sender === null && facility === null) {
    const message = "and facility must not both be blank";
    problems.push({ column: "sender", message });
  }
  if (role === "facility" && facility_id === null) {
    const message = "must not be blank for the role facility";
    problems.push({ column: "facility_id", message });
  }
  const wrong =
    typeof codes === "string" ? senderCodesProblems(codes) : ([] as const);
  for (const { problem } of wrong) {
    problems.push({ column: "codes", message: `has an entry: it ${problem}` });
  }
  return problems;
}

function senderOf({ line, values }: ReadRow): SenderRow {
  const text = (header: string) => String(values[header] ?? "");
  return {
    line,
    sender: text("sender"),
    facility: text("facility"),
    role: values.role === "hospital" ? "hospital" : "facility",
    facilityId:
      typeof values.facility_id === "number" ? values.facility_id : null,
    codes: text("codes"),
  };
}

/** Reads senders.csv. */
export async function readSenders(
  path: string,
  problems: ProblemLog,
  onBytes: (bytes: number) => void,
): Promise<SenderRow[]> {
  const senders: SenderRow[] = [];
  const lines = new Map<string, number>();
  const take = (row: ReadRow) => {
    const sender = senderOf(row);
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

/** The name and the code of a sender in one text. */
export function senderKey(key: { sender: string; facility: string }): string {
  return JSON.stringify([key.sender, key.facility]);
}

/** Tells of facilities that will not be there. */
export function checkSenders(
  senders: readonly SenderRow[],
  exists: (table: CensusTableName, id: number) => boolean | null,
  problems: ProblemLog,
): void {
  for (const { line, facilityId } of senders) {
    if (facilityId === null || exists("facilities", facilityId) !== false) {
      continue;
    }
    problems.add({
      file: SENDERS_FILE,
      line,
      column: "facility_id",
      message: "there is no such facility",
      example: `there is no facility ${facilityId}`,
    });
  }
}
