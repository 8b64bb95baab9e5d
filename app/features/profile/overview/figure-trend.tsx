import type { TargetVerdict } from "~/features/targets/rules";
import { Sparkline } from "~/ui/charts/sparkline";
import { StaticPart } from "~/rendering/static-part";
import type { FigureNote, FigureView, ProfileView } from "../profile-view";

export function FigureTrend({
  figure: { tag, line, note, target },
  view: { rendered, figures, targetsHref },
}: {
  figure: FigureView;
  view: ProfileView;
}) {
  return (
    <StaticPart
      as="span"
      id={`trend-${tag}`}
      version={rendered.keys.figures}
      fallback={null}
    >
      {note ? <Note note={note} /> : null}
      {line ? <Sparkline path={line} points={figures.months} /> : null}
      {target && targetsHref ? (
        <a href={targetsHref} className={TARGET_LOOK[target.verdict]}>
          {target.target} <span aria-hidden="true">{target.shape}</span>{" "}
          {target.word}
        </a>
      ) : null}
    </StaticPart>
  );
}

export function TrendCaption({ figures }: Pick<ProfileView, "figures">) {
  return figures.caption ? (
    <p className="col-span-full text-sm text-muted">{figures.caption}</p>
  ) : null;
}

const TARGET_LOOK: Record<TargetVerdict, string> = {
  meets: "underline text-good",
  misses: "underline text-bad",
  chance: "underline",
  too_few: "underline",
};

const TONE = {
  better: "text-good",
  worse: "text-bad",
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
