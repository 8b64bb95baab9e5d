import { groupRuleWords as words } from "./group-rule-words";

/** Longest name of a group, characters: some logins name groups by whole paths. */
const LONGEST_GROUP_NAME = 300;
const LONGEST_GROUP_LABEL = 100;

/** What ends a line or reverses it would make a group look like another. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** A name or label as it is stored. Nothing else is made of it: the organisation's login is taken by the letter (R445). */
export function cleanGroupText(text: string): string {
  return text.trim();
}

/** What is wrong with a group's name, blanks around it aside; null where nothing is. */
export function groupNameProblem(text: string): string | null {
  const name = cleanGroupText(text);
  if (name === "") return words.nameMissing;
  if (name.length > LONGEST_GROUP_NAME) return words.nameTooLong;
  return UNFIT.test(name) ? words.characters : null;
}

/** What is wrong with a label, which may be empty; null where nothing is. */
export function groupLabelProblem(text: string): string | null {
  const label = cleanGroupText(text);
  if (label.length > LONGEST_GROUP_LABEL) return words.labelTooLong;
  return UNFIT.test(label) ? words.characters : null;
}
