import { userWords } from "./user-words";
import { usernameKey } from "./username-key";

/** Longest username, first name and last name, characters. */
export const LONGEST_NAME = 200;

export type NameField = "username" | "firstname" | "lastname";

/** A username or name as it is stored. */
export function cleanName(text: string): string {
  return text.trim();
}

/** What ends a line or reverses it would make a name look like another. */
const UNFIT_IN_NAME = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Joiners belong to some people's names, but would make two usernames that look alike; so would the blank of Braille. */
const UNFIT_IN_USERNAME =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What is wrong with a username or name, blanks around it aside; null where nothing is (R216). */
export function nameProblem(field: NameField, text: string): string | null {
  const name = cleanName(text);
  const isMissing =
    name === "" || (field === "username" && usernameKey(name) === "");
  if (isMissing) return userWords.missing[field];
  if (name.length > LONGEST_NAME) return userWords.nameTooLong;
  const unfit = field === "username" ? UNFIT_IN_USERNAME : UNFIT_IN_NAME;
  return unfit.test(name) ? userWords.nameCharacters : null;
}
