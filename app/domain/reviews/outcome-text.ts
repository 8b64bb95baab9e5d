import { censusWords } from "../census/census-words";
import { reviewWords } from "./review-words";

/** 'Inpatient, assumed'. A host may know more outcomes than we have words for. */
export function outcomeText(
  outcome: string | null,
  assumed: boolean | null,
): string {
  if (outcome === null) return reviewWords.notKnown;
  const known: Readonly<Record<string, string>> = censusWords.outcomes;
  const text = known[outcome] ?? outcome;
  return assumed ? `${text}, ${reviewWords.assumed}` : text;
}
