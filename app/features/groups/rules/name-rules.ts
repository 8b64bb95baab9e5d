import { isFitName } from "~/domain/name-characters";
import { groupRuleWords as words } from "./rule-words";

/** Longest name of a group, characters: some logins name groups by whole paths. */
const LONGEST_GROUP_NAME = 300;
const LONGEST_GROUP_LABEL = 100;

/** A name or label as it is stored. Nothing else is made of it: the organisation's login is taken by the letter (R445). */
export function cleanGroupText(text: string): string {
  return text.trim();
}

/** What is wrong with a group's name, blanks around it aside; null where nothing is. */
export function groupNameProblem(text: string): string | null {
  const name = cleanGroupText(text);
  if (name === "") return words.nameMissing;
  if (name.length > LONGEST_GROUP_NAME) return words.nameTooLong;
  return isFitName(name) ? null : words.characters;
}

/** What is wrong with a label, which may be empty; null where nothing is. */
export function groupLabelProblem(text: string): string | null {
  const label = cleanGroupText(text);
  if (label.length > LONGEST_GROUP_LABEL) return words.labelTooLong;
  return isFitName(label) ? null : words.characters;
}
