import { counted } from "../lists/counted-words";
import { formatCount } from "../number-format";

/** Texts of what account managers do about second factors. */
export const ruleWords = {
  title: "Second factor",
  back: "Back to users",
  heading: "Who needs one",
  sentence:
    "From its day on, users of a level log in with a second factor alone. Who has none sets it up at the next log-in. Before that day each log-in tells them.",
  from: "Needed from",
  empty: "Leave it empty to ask for none.",
  save: "Save",
  saved: "Saved.",
  notADay: "Enter a day",
  notALevel: "Choose an access level",
} as const;

/** '12 users, 3 of them without one'. */
export function levelCounts(users: number, without: number): string {
  const all = counted(formatCount(users), "users");
  if (users === 0) return all;
  return without === 0
    ? `${all}, all with one`
    : `${all}, ${formatCount(without)} without one`;
}
