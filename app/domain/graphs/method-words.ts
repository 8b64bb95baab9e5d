import type { RateMeasure } from "../figures/rate-measures";
import type { MethodUsed } from "./chart-method";

const times = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** True where the limits of a chart are not those of chance alone. */
export function isAdjusted({ method }: Partial<MethodUsed>): boolean {
  return method?.includes("-") === true && method !== "single-values";
}

/** Why the limits of a chart are not those of chance alone, in a sentence; null where they are. */
export function methodSentence({
  method,
  sigmaZ,
}: Partial<MethodUsed>): string | null {
  if (method !== "p-prime" && method !== "u-prime") return null;
  return `The months differ by more than chance, so the limits are ${times.format(sigmaZ ?? 1)} times as wide (${method === "p-prime" ? "p′" : "u′"} chart).`;
}

/** How the limits of a chart of counts are made, for its caption. */
export function limitsSentence(
  { chart }: Pick<RateMeasure, "chart">,
  { method }: Partial<MethodUsed>,
): string {
  return method === "p-prime" || method === "u-prime"
    ? `The limits lie three standard deviations from the mean. How much neighbouring months differ widens them (Laney’s ${chart}′ chart).`
    : `The limits lie three standard deviations from the mean (${chart} chart).`;
}

/** The link that leads from limits of another kind to those of chance alone, and the one back. */
export const LIMITS_TEXTS = {
  toPlain: "Show the limits of chance alone",
  toAdjusted: "Back to the usual limits",
  isPlain: "These are the limits of chance alone, as you asked.",
} as const;
