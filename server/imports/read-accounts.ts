import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { isFitName, isOfOneScript } from "~/domain/name-characters";
import {
  usernameKey,
  LONGEST_NAME,
  NAME_FIELDS,
  nameProblem,
  type NameField,
} from "~/features/users/rules/name-rules";
import {
  LONGEST_ID_LIST,
  parseLevelIds,
} from "~/features/users/rules/access-levels";
import {
  DEMO_PASSWORD,
  PASSWORD_LENGTH,
} from "~/features/users/rules/password-rules";
import { TABLES_OF_LEVELS } from "~server/users/wanted-user";
import type { UserTable } from "~server/store/schema";
import * as cells from "./cells";
import type { CellValue } from "./cells";
import type { CensusTableName, IdCheck } from "./census-tables";
import { onceOnly, type ProblemLog } from "./problem-log";
import {
  column,
  readTable,
  type ReadRow,
  type RowProblem,
  type TableFormat,
} from "./read-table";

export const ACCOUNTS_FILE = "users.csv";

export interface AccountRow extends Pick<
  UserTable,
  | "username"
  | "username_key"
  | "firstname"
  | "lastname"
  | "access_level_id"
  | "isnp_only"
> {
  line: number;
  access_level: AccessLevel;
  /** Null keeps the current password. */
  password: string | null;
}

const label = cells.text(LONGEST_NAME);

const PLACES = new Map<string, CensusTableName>(
  Object.entries(TABLES_OF_LEVELS),
);

/** Undefined for levels of the company, which name 0. */
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
    .map((word) => cells.id(word))
    .find((id) => id instanceof cells.Wrong);
  if (wrong) return wrong;
  if (new Set(words.map(Number)).size < words.length) {
    return { message: "names an id twice" };
  }
  return level === "physician" && words.length > 1
    ? { message: "must be one NPI for the access level physician" }
    : null;
}

/** Blank and too long names are found earlier. */
export function nameMessage(
  field: NameField,
  name: CellValue | undefined,
): string | null {
  if (typeof name !== "string" || nameProblem(field, name) === null) {
    return null;
  }
  return isFitName(name) && !isOfOneScript(name)
    ? "has letters of several scripts"
    : cells.HIDDEN.message;
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
  const ids = text("access_level_id").split(/\s+/).map(Number);
  return {
    line,
    username: text("username"),
    username_key: usernameKey(text("username")),
    firstname: text("firstname"),
    lastname: text("lastname"),
    password: typeof values.password === "string" ? values.password : null,
    access_level:
      ACCESS_LEVELS.find((level) => level === values.access_level) ??
      "physician",
    access_level_id: ids.join(" "),
    isnp_only: values.isnp_only === 1 ? 1 : 0,
  };
}

/** Usernames that differ only by case are equal. */
export async function readAccounts(
  path: string,
  problems: ProblemLog,
  onBytes: (bytes: number) => void,
): Promise<AccountRow[]> {
  const accounts: AccountRow[] = [];
  const tellAgain = onceOnly(problems, {
    file: ACCOUNTS_FILE,
    column: "username",
  });
  const take = (row: ReadRow) => {
    const account = accountOf(row);
    tellAgain(row.values.username ? account.username_key : null, row.line);
    if (!row.bad) accounts.push(account);
  };
  await readTable(path, FORMAT, problems, take, onBytes);
  return accounts;
}

export function checkAccounts(
  accounts: readonly AccountRow[],
  exists: IdCheck,
  stored: ReadonlySet<string>,
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
    if (account.password === null && !stored.has(account.username_key)) {
      tell("password", "must not be blank for a new account");
    }
    const { access_level: level } = account;
    const table = placesOf(level);
    if (!table) continue;
    for (const id of parseLevelIds(account.access_level_id)) {
      if (exists(table, id) !== false) continue;
      const message = `there is no such ${level}`;
      tell("access_level_id", message, `there is no ${level} ${id}`);
    }
  }
}
