/** Texts of the signals as plain text. */
export const signalTextWords = {
  title: "signals",
  company: "Company",
  noPlaces: "You have no places of your own.",
  missing: "Your data source does not offer signals.",
  failed: "The signals could not be read.",
  nothing: "There is nothing to judge at your places.",
} as const;

/** '5 signals, 2 of them new since your last visit.' */
export function signalCountsText(signals: number, fresh: number): string {
  if (signals === 0) return "no signals.";
  const all = `${signals} ${signals === 1 ? "signal" : "signals"}`;
  if (fresh === 0) return `${all}, none new since your last visit.`;
  return signals === 1
    ? `${all}, new since your last visit.`
    : `${all}, ${fresh} of them new since your last visit.`;
}
