import type { CensusMark } from "./rules/census-marks";
import { Chip } from "~/ui/chip";
import { TEXT_LINK } from "~/ui/link-classes";

/** A mark with the way to what is known of the place's census. */
export interface LinkedMark extends CensusMark {
  href: string;
}

/** Says over the figures of a page that their census is silent or in doubt (R300). */
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
