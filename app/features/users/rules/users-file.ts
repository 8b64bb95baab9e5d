import { formatCount } from "~/domain/number-format";
import { INITIAL_PASSWORD_DAYS } from "./password-rules";

/** Each password is hashed while somebody waits. */
export const MOST_USERS_OF_FILE = 100;

/** As base64, with the other fields, it fits into a form (64 KB). */
export const LONGEST_USERS_FILE = 40_000;

export const USERS_FILE_COLUMNS = {
  username: "username",
  firstname: "firstname",
  lastname: "lastname",
  level: "access_level",
  location: "location",
  isnpOnly: "isnp_only",
} as const;

export const usersFileWords = {
  formHeading: "File",
  anotherHeading: "Another file",
  sentence: `A CSV file with up to ${MOST_USERS_OF_FILE} users and 40 KB. You see a preview first.`,
  columns: `Columns: ${Object.values(USERS_FILE_COLUMNS).join(", ")}. A location is a name or a number, with semicolons between several. A physician's is the NPI.`,
  passwords:
    "The portal makes the first passwords. Users who are already there do not change.",
  example: "Example file (CSV)",
  field: "CSV file",
  preview: "Preview",
  missing: "Choose a CSV file that is not empty",
  tooLong: "A file can have at most 40 KB",
  tooMany: `has more than ${MOST_USERS_OF_FILE} users`,
  noUsers: "has no users",
  inRows: "Correct the rows with errors and choose the file again.",
  nothingNew: "There is nobody to create.",
  changed:
    "The users have changed since the preview. Nothing was created. Look at the preview again.",
  busy: "It took too long. Nothing was created. Try again, or use a smaller file.",
  line: "Line",
  result: "Result",
  states: {
    new: "New",
    same: "Already there",
    differs: "Differs",
    error: "Error",
  },
  stays: "Stays as it is.",
  creating: "Creating users…",
  created: "First passwords",
  shownOnce: `This page shows them only once: print it or copy them now. Each is good for ${INITIAL_PASSWORD_DAYS} days, and the user changes it at the first login.`,
  password: "First password",
  toUsers: "To the users",
} as const;

function users(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "user" : "users"}`;
}

export function createWords(count: number): string {
  return `Create ${users(count)}`;
}

export function createdWords(count: number): string {
  return `${users(count)} created.`;
}

/** '12 new, 1 already there, 1 with errors'. */
export function previewWords(
  states: readonly (keyof typeof usersFileWords.states)[],
): string {
  const count = (state: string) => states.filter((one) => one === state).length;
  const there = count("same") + count("differs");
  return [
    `${count("new")} new`,
    ...(there > 0 ? [`${there} already there`] : []),
    ...(count("error") > 0 ? [`${count("error")} with errors`] : []),
  ].join(", ");
}
