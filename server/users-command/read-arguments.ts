import { parseArgs } from "node:util";
import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import {
  isOfPlace,
  levelIdsProblem,
} from "~/features/users/rules/access-levels";
import {
  cleanNames,
  NAME_FIELDS,
  nameProblem,
} from "~/features/users/rules/name-rules";
import { CommandError } from "~server/command-line/command-error";
import type { WantedUser } from "~server/users/wanted-user";

export type Task =
  | {
      kind: "create";
      wanted: WantedUser;
      isEmergency: boolean;
      generate: boolean;
    }
  | { kind: "new-password"; username: string; generate: boolean };

const OPTIONS = {
  username: { type: "string" },
  firstname: { type: "string" },
  lastname: { type: "string" },
  level: { type: "string" },
  ids: { type: "string" },
  isnp: { type: "boolean" },
  emergency: { type: "boolean" },
  generate: { type: "boolean" },
  "new-password": { type: "boolean" },
} as const;

/** Null shows the usage, also if a password is given. Throws a CommandError for an impossible user. */
export function readArguments(args: readonly string[]): Task | null {
  const given = parse(args);
  if (given?.username === undefined) return null;
  const { username, firstname, lastname, generate = false, ...rest } = given;
  if (rest["new-password"]) {
    const others = { firstname, lastname, ...rest, "new-password": undefined };
    return Object.values(others).some((value) => value !== undefined)
      ? null
      : { kind: "new-password", username, generate };
  }
  if (firstname === undefined || lastname === undefined) return null;
  const names = { username, firstname, lastname };
  for (const field of NAME_FIELDS) refuse(nameProblem(field, names[field]));
  const accessLevel = readLevel(rest.level);
  const wanted: WantedUser = {
    ...cleanNames(names),
    accessLevel,
    ids: readIds(accessLevel, rest.ids),
    isnpOnly: rest.isnp ?? false,
  };
  const isEmergency = rest.emergency ?? false;
  return { kind: "create", wanted, isEmergency, generate };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch {
    return null;
  }
}

function readLevel(text = "account_manager"): AccessLevel {
  const level = ACCESS_LEVELS.find((one) => one === text);
  if (level) return level;
  throw new CommandError(`--level must be one of ${ACCESS_LEVELS.join(", ")}.`);
}

function readIds(level: AccessLevel, text: string | undefined): number[] {
  const words = text?.split(/\s+/).filter(Boolean) ?? [];
  if (!isOfPlace(level)) {
    if (words.length === 0) return [COMPANY_ID];
    throw new CommandError(`The access level ${level} takes no --ids.`);
  }
  const wrong = words.find((word) => !/^[1-9]\d{0,14}$/.test(word));
  if (wrong !== undefined) {
    throw new CommandError(`--ids: ${JSON.stringify(wrong)} is not an id.`);
  }
  const ids = [...new Set(words.map(Number))];
  refuse(levelIdsProblem(level, ids));
  if (level === "physician" && ids.length > 1) {
    throw new CommandError("A physician has exactly one NPI.");
  }
  return ids;
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new CommandError(`${problem}.`);
}
