import type { SaidGroups } from "~/features/sign-in/rules/organisation-account/rights-by-groups";

/** A directory has thousands of groups, and one person is in hundreds at most. */
const MOST_GROUPS = 2_000;
const LONGEST_GROUP = 300;
const LONGEST_TEXT = 200;

/** What a provider says of a person beside who they are. */
export interface PersonFacts {
  groups: SaidGroups;
  /** Null where it is not said. */
  username: string | null;
  firstname: string | null;
  lastname: string | null;
}

/** Reads claims, which may be anything; `groupsClaim` is the one that names groups. */
export function readFacts(
  claims: Readonly<Record<string, unknown>>,
  groupsClaim: string,
): PersonFacts {
  const [first, rest] = parted(textOf(claims, "name"));
  return {
    groups: readGroups(claims, groupsClaim),
    username: textOf(claims, "preferred_username") ?? textOf(claims, "email"),
    firstname: textOf(claims, "given_name") ?? first,
    lastname: textOf(claims, "family_name") ?? rest,
  };
}

function readGroups(
  claims: Readonly<Record<string, unknown>>,
  name: string,
): SaidGroups {
  if (!Object.hasOwn(claims, name)) {
    return isOverage(claims, name) ? "too many" : "not said";
  }
  const said = claims[name];
  const listed: unknown[] = Array.isArray(said) ? said : [said];
  if (listed.length > MOST_GROUPS) return "too many";
  return listed.filter(
    (one): one is string =>
      typeof one === "string" && one !== "" && one.length <= LONGEST_GROUP,
  );
}

/** Entra ID leaves groups out of a token where there are more than it holds, and says that it did. */
function isOverage(
  claims: Readonly<Record<string, unknown>>,
  name: string,
): boolean {
  const elsewhere = claims._claim_names;
  const isElsewhere =
    typeof elsewhere === "object" &&
    elsewhere !== null &&
    Object.hasOwn(elsewhere, name);
  return isElsewhere || claims.hasgroups === true;
}

function textOf(
  claims: Readonly<Record<string, unknown>>,
  name: string,
): string | null {
  const said = Object.hasOwn(claims, name) ? claims[name] : null;
  if (typeof said !== "string") return null;
  const text = said.trim().slice(0, LONGEST_TEXT);
  return text === "" ? null : text;
}

/** First names, and the last one. */
function parted(name: string | null): [string | null, string | null] {
  const at = name?.lastIndexOf(" ") ?? -1;
  return name === null || at < 0
    ? [name, null]
    : [name.slice(0, at).trim(), name.slice(at + 1)];
}
