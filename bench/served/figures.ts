/** The value that `share` of all lie at or under, by nearest rank; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Three digits that count. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
