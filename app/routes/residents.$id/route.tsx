import { residentWords } from "~/features/residents/words";
import { titledAsLoaded } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { markByForm as action } from "~/features/after-hours/mark-read.server";
export { loadResident as loader } from "~/features/residents/load.server";
export { ResidentScreen as default } from "~/features/residents/screen";

/** The name stands on the page alone: a title would put it among the addresses that a browser keeps. */
export const meta = titledAsLoaded(residentWords.title);
