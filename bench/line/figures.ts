/** What of an answer is counted apart. */
export const KINDS = [
  "document",
  "style",
  "script",
  "font",
  "image",
  "other",
] as const;
export type Kind = (typeof KINDS)[number];

/** One finished request of a page. */
export interface Transfer {
  url: string;
  kind: Kind;
  /** Bytes of the body as they came over the line. */
  body: number;
  /** Bytes of the status line and the headers. */
  headers: number;
}

/** What a page cost on the wire; bytes are those of bodies but for `headers`. */
export interface WireCost {
  requests: number;
  body: Record<Kind, number>;
  total: number;
  headers: number;
}

export function wireCost(transfers: readonly Transfer[]): WireCost {
  const sum = (of: (one: Transfer) => number) =>
    transfers.reduce((total, one) => total + of(one), 0);
  const bodyOf = (kind: Kind) =>
    sum((one) => (one.kind === kind ? one.body : 0));
  return {
    requests: transfers.length,
    body: Object.fromEntries(
      KINDS.map((kind) => [kind, bodyOf(kind)]),
    ) as Record<Kind, number>,
    total: sum((one) => one.body),
    headers: sum((one) => one.headers),
  };
}

/** Kind of what Chromium calls a resource type. */
export function kindOf(resourceType: string): Kind {
  const kinds: Record<string, Kind> = {
    Document: "document",
    Stylesheet: "style",
    Script: "script",
    Font: "font",
    Image: "image",
  };
  return kinds[resourceType] ?? "other";
}

/** The middle of what was measured, or halfway between the two in the middle; null of nothing, or where one is missing. */
export function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0 || sorted.length < values.length) return null;
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (lower + upper) / 2;
}

/** Bytes in KB of 1,024, as the budgets count them. */
export function kilobytes(bytes: number): string {
  return bytes === 0 ? "–" : (bytes / 1024).toFixed(1);
}

/** Milliseconds as seconds; a dash for what did not happen. */
export function seconds(ms: number | null): string {
  return ms === null ? "–" : (ms / 1000).toFixed(2);
}
