import { isFitName, isOfOneScript } from "~/domain/name-characters";
import { userWords } from "./words";

export const LONGEST_NAME = 200;

export const NAME_FIELDS = ["username", "firstname", "lastname"] as const;
export type NameField = (typeof NAME_FIELDS)[number];

export function cleanName(text: string): string {
  return text.trim();
}

export function cleanNames(
  given: Readonly<Record<NameField, string>>,
): Record<NameField, string> {
  return {
    username: cleanName(given.username),
    firstname: cleanName(given.firstname),
    lastname: cleanName(given.lastname),
  };
}

/** Names may need joiners and variants, but usernames with them would look alike. */
const UNFIT_IN_USERNAME = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

export function nameProblem(field: NameField, text: string): string | null {
  const name = cleanName(text);
  const isMissing =
    name === "" || (field === "username" && usernameKey(name) === "");
  if (isMissing) return userWords.missing[field];
  if (name.length > LONGEST_NAME) return userWords.nameTooLong;
  const isUsername = field === "username";
  if (!isFitName(name) || (isUsername && UNFIT_IN_USERNAME.test(name))) {
    return userWords.nameCharacters;
  }
  return isUsername && !isOfOneScript(name) ? userWords.usernameScripts : null;
}

/** Usernames are unique by this key, which ignores case. */
export function usernameKey(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}
