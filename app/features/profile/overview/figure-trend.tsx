import { Sparkline } from "~/ui/charts/sparkline";
import type { FigureNote, FiguresView, FigureView } from "../profile-view";

/** Beside a figure of the overview card: its last months as a line, and how it moved since the period before. */
export function FigureTrend({
  figure: { line, note },
  figures: { months },
}: {
  figure: FigureView;
  figures: FiguresView;
}) {
  return (
    <>
      {line ? <Sparkline path={line} points={months} /> : null}
      {note ? <Note note={note} /> : null}
    </>
  );
}

/** What the lines and arrows of the card stand for, once for all of them. */
export function TrendCaption({ figures }: { figures: FiguresView }) {
  return figures.caption ? (
    <p className="col-span-full text-sm text-muted">{figures.caption}</p>
  ) : null;
}

const TONE = {
  better: "text-good",
  worse: "text-bad",
  small: "text-warn",
} as const;

function Note({ note: { text, spoken, tone } }: { note: FigureNote }) {
  return (
    <span className={tone ? TONE[tone] : undefined}>
      {spoken ? (
        <>
          <span aria-hidden="true">{text}</span>
          <span className="sr-only"> {spoken}</span>
        </>
      ) : (
        text
      )}
    </span>
  );
}
