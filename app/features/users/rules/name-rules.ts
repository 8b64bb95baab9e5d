import { isFitName, isOfOneScript } from "~/domain/name-characters";
import { userWords } from "./words";
import { usernameKey } from "./username-key";

/** Longest username, first name and last name, characters. */
export const LONGEST_NAME = 200;

export const NAME_FIELDS = ["username", "firstname", "lastname"] as const;
export type NameField = (typeof NAME_FIELDS)[number];

/** A username or name as it is stored. */
export function cleanName(text: string): string {
  return text.trim();
}

/** The names of a user as they are stored. */
export function cleanNames(
  given: Readonly<Record<NameField, string>>,
): Record<NameField, string> {
  return {
    username: cleanName(given.username),
    firstname: cleanName(given.firstname),
    lastname: cleanName(given.lastname),
  };
}

/** Joiners and variants belong to some people's names, but would make two usernames that look alike. */
const UNFIT_IN_USERNAME = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** What is wrong with a username or name, blanks around it aside; null where nothing is (R216, R542). */
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
