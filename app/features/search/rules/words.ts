import { counted } from "~/domain/lists/counted-words";

const whole = new Intl.NumberFormat("en-US");

export const searchWords = {
  heading: "Search",
  browseAll: "Browse all",
  backToHome: "Back to Home",
  loading: "Loading…",
  /** The items did not come; the form itself still works. */
  failed: "The list did not load. Press Enter to search.",
  nothingToBrowse: "There is nothing to browse.",
  residents: "Residents",
  /** Those who left longer ago are on the lists of their time (R554). */
  noResidents: "No residents in house or discharged in the last 90 days.",
  /** The list under the field has none. */
  enterForResidents: "Press Enter to search residents.",
  residentsFailed: "Residents were not retrieved due to a system error.",
} as const;

export function noSearchResults(text: string): string {
  return `No results were found for “${text}”.`;
}

export function searchHeading(text: string): string {
  return text === "" ? searchWords.heading : `Results for “${text}”`;
}

export function resultCountText(count: number): string {
  return counted(whole.format(count), "results");
}

export function firstResidentsText(shown: number, count: string): string {
  return `The first ${shown} of ${count}. Add a first name, MRN or unit.`;
}

export function moreResultsText(count: number): string {
  return `${whole.format(count)} more. Type to find them.`;
}
