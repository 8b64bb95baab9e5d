import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { isFitName, isOfOneScript } from "~/domain/name-characters";
import { usernameKey } from "~/features/users/rules/username-key";
import { LONGEST_ID_LIST } from "~/features/users/rules/level-ids";
import {
  LONGEST_NAME,
  NAME_FIELDS,
  nameProblem,
  type NameField,
} from "~/features/users/rules/name-rules";
import {
  DEMO_PASSWORD,
  PASSWORD_LENGTH,
} from "~/features/users/rules/password-rules";
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

export const ACCOUNTS_FILE = "users.csv";

export interface AccountRow {
  line: number;
  username: string;
  key: string;
  firstname: string;
  lastname: string;
  /** Null: the account keeps the password it has. */
  password: string | null;
  accessLevel: AccessLevel;
  accessLevelIds: number[];
  isnpOnly: boolean;
}

const label = cells.text(LONGEST_NAME);

const PLACES = new Map<string, CensusTableName>([
  ["division", "divisions"],
  ["region", "regions"],
  ["facility", "facilities"],
  ["physician", "physicians"],
]);

/** The table whose ids an access level names; undefined for those that name the company, 0. */
export function placesOf(accessLevel: string): CensusTableName | undefined {
  return PLACES.get(accessLevel);
}

function passwordProblem(password: string): string | null {
  if (password.length < PASSWORD_LENGTH.min) {
    return `must have at least ${PASSWORD_LENGTH.min} characters`;
  }
  if (password.length > PASSWORD_LENGTH.max) {
    return `must have at most ${PASSWORD_LENGTH.max} characters`;
  }
  return password === DEMO_PASSWORD
    ? "is the password of the demo accounts, which everybody knows"
    : null;
}

function levelIdsProblem(
  level: CellValue | undefined,
  text: CellValue | undefined,
): Pick<RowProblem, "message" | "example"> | null {
  if (typeof level !== "string" || typeof text !== "string") return null;
  const words = text.split(/\s+/);
  if (!placesOf(level)) {
    return text === "0"
      ? null
      : { message: `must be 0 for the access level ${level}` };
  }
  const wrong = words
    .map((word) => cells.id.safeParse(word))
    .find(({ success }) => !success);
  if (wrong?.error) return cells.wrongOf(wrong.error);
  if (new Set(words.map(Number)).size < words.length) {
    return { message: "names an id twice" };
  }
  return level === "physician" && words.length > 1
    ? { message: "must be one NPI for the access level physician" }
    : null;
}

/** The characters: blank and too long ones are found before. */
export function nameMessage(
  field: NameField,
  name: CellValue | undefined,
): string | null {
  if (typeof name !== "string" || nameProblem(field, name) === null) {
    return null;
  }
  return isFitName(name) && !isOfOneScript(name)
    ? "has letters of several scripts"
    : cells.HIDDEN;
}

function checkRow(values: Readonly<Record<string, CellValue>>): RowProblem[] {
  const { password, access_level, access_level_id } = values;
  const messages = [
    ...NAME_FIELDS.map((field) => ({
      column: field,
      message: nameMessage(field, values[field]),
    })),
    {
      column: "password",
      message: typeof password === "string" ? passwordProblem(password) : null,
    },
  ];
  const ids = levelIdsProblem(access_level, access_level_id);
  return [
    ...messages.flatMap(({ column, message }) =>
      message === null ? [] : [{ column, message }],
    ),
    ...(ids ? [{ column: "access_level_id", ...ids }] : []),
  ];
}

const column = (name: string, cell: cells.Cell) => ({ name, to: name, cell });

const FORMAT: TableFormat = {
  file: ACCOUNTS_FILE,
  columns: [
    column("username", label),
    column("firstname", label),
    column("lastname", label),
    {
      ...column("password", cells.optional(cells.text(Infinity))),
      verbatim: true,
    },
    column("access_level", cells.oneOf(ACCESS_LEVELS)),
    column("access_level_id", cells.text(LONGEST_ID_LIST)),
    column("isnp_only", cells.flag),
  ],
  checkRow,
};

function accountOf({ line, values }: ReadRow): AccountRow {
  const text = (name: string) => String(values[name] ?? "");
  return {
    line,
    username: text("username"),
    key: usernameKey(text("username")),
    firstname: text("firstname"),
    lastname: text("lastname"),
    password: typeof values.password === "string" ? values.password : null,
    accessLevel:
      ACCESS_LEVELS.find((level) => level === text("access_level")) ??
      "physician",
    accessLevelIds: text("access_level_id").split(/\s+/).map(Number),
    isnpOnly: values.isnp_only === 1,
  };
}

/** Reads users.csv. Usernames that differ by case alone are the same. */
export async function readAccounts(
  path: string,
  problems: ProblemLog,
  onBytes: (bytes: number) => void,
): Promise<AccountRow[]> {
  const accounts: AccountRow[] = [];
  const lines = new Map<string, number>();
  const take = (row: ReadRow) => {
    const account = accountOf(row);
    const first = lines.get(account.key);
    if (typeof row.values.username === "string") {
      lines.set(account.key, first ?? account.line);
      if (first !== undefined) {
        problems.add({
          file: ACCOUNTS_FILE,
          line: row.line,
          column: "username",
          message: "is there already",
          example: `is there already, on line ${first}`,
        });
      }
    }
    if (!row.bad) {
      accounts.push(account);
    }
  };
  await readTable(path, FORMAT, problems, take, onBytes);
  return accounts;
}

export interface AccountChecks {
  exists(table: CensusTableName, id: number): boolean | null;
  isStored(key: string): boolean;
}

/** Finds what needs the rest of the data: ids that nothing has, and new accounts without a password. */
export function checkAccounts(
  accounts: readonly AccountRow[],
  { exists, isStored }: AccountChecks,
  problems: ProblemLog,
): void {
  for (const account of accounts) {
    const tell = (name: string, message: string, example?: string) =>
      problems.add({
        file: ACCOUNTS_FILE,
        line: account.line,
        column: name,
        message,
        example,
      });
    if (account.password === null && !isStored(account.key)) {
      tell("password", "must not be blank for a new account");
    }
    const table = placesOf(account.accessLevel);
    for (const id of table ? account.accessLevelIds : []) {
      if (table && exists(table, id) === false) {
        const message = `there is no such ${account.accessLevel}`;
        const example = `there is no ${account.accessLevel} ${id}`;
        tell("access_level_id", message, example);
      }
    }
  }
}
