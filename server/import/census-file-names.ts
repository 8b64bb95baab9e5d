import { CENSUS_TABLES } from "./census-tables";
import { DELETIONS_FILE } from "./deletions";
import { ACCOUNTS_FILE } from "./read-accounts";
import { SENDERS_FILE } from "./read-senders";

/** The files of a census, in the order in which they are reported. */
export const CENSUS_FILES: readonly string[] = [
  ...CENSUS_TABLES.map((table) => `${table}.csv`),
  DELETIONS_FILE,
  ACCOUNTS_FILE,
  SENDERS_FILE,
];
