import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "quiet";

const LOOK: Record<Tone, string> = {
  good: "bg-good-wash text-good",
  warn: "bg-warn-wash text-warn",
  bad: "bg-bad-wash text-bad",
  quiet: "bg-wash text-muted",
};

/** A word on a tinted background. The word carries the meaning; the colour only helps to find it, and forced colours show the border. */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded-full border border-transparent px-2 text-sm font-medium print:[font-size:inherit] ${LOOK[tone]}`}
    >
      {children}
    </span>
  );
}

export type Band = "low" | "medium" | "high";

const BANDS: Record<Band, { tone: Tone; word: string }> = {
  low: { tone: "good", word: "Low" },
  medium: { tone: "warn", word: "Med" },
  high: { tone: "bad", word: "High" },
};

/** `prefix` is said before the word, as a score is. */
export function BandChip({ band, prefix }: { band: Band; prefix?: ReactNode }) {
  const { tone, word } = BANDS[band];
  return (
    <Chip tone={tone}>
      {prefix}
      {prefix === undefined ? null : " "}
      {word}
    </Chip>
  );
}
