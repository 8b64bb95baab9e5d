import { LONG_GRAPH_MONTHS } from "~/domain/graphs/graph-modes";

export const LONG_GRAPH_TEXTS = {
  toLong: `Show ${LONG_GRAPH_MONTHS} months`,
  toUsual: "Back to 18 months",
  isLoading: `The ${LONG_GRAPH_MONTHS} months are loading.`,
  failed: `The ${LONG_GRAPH_MONTHS} months could not be loaded. These are the usual ones.`,
  retry: "Try again",
} as const;

export function monthsGiven(months: number): string {
  if (months < LONG_GRAPH_MONTHS) {
    return `This data host gives ${months === 1 ? "1 month" : `${months} months`}.`;
  }
  return `These are ${months} months, as you asked.`;
}
