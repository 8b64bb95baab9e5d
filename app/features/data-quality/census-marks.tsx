import type { CensusMark } from "./rules/census-marks";
import { Chip } from "~/ui/chip";
import { TEXT_LINK } from "~/ui/link-classes";

export interface LinkedMark extends CensusMark {
  href: string;
}

/** Stands over the figures (R300). */
export function CensusMarks({ marks }: { marks: readonly LinkedMark[] }) {
  return marks.map(({ word, text, href }) => (
    <p key={word} className="text-sm">
      <Chip tone="warn">{word}</Chip>{" "}
      <a href={href} aria-label={`${word} ${text}`} className={TEXT_LINK}>
        {text}
      </a>
    </p>
  ));
}
