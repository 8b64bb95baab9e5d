import {
  QUALITY_MEASURES,
  qualityTotal,
  MEASURE_MAX,
  MEASURE_MIN,
} from "../rules/quality/quality-score";
import {
  measureTitle,
  nextStepSentence,
  pointsText,
  scopeWords,
  totalWords,
} from "../rules/quality/quality-words";
import type { QualityView } from "../profile-view";

export function QualityPoints({
  quality,
  isnp,
  isnpFixed,
}: {
  quality: QualityView;
  isnp: boolean;
  isnpFixed: boolean;
}) {
  const { points } = qualityTotal(quality);
  const { text, note } = totalWords(quality);
  const words = [note, nextStepSentence(quality)].filter(Boolean).join(" ");
  return (
    <>
      <p>
        {points === null ? (
          text
        ) : (
          <>
            <span className="text-2xl font-semibold">{points}</span>
            {text.replace(String(points), "")}
          </>
        )}{" "}
        <span className="inline-block text-sm text-muted">
          {scopeWords(quality.period, isnp, isnpFixed)}
        </span>
      </p>
      <ul role="list" className="score-bars">
        {QUALITY_MEASURES.map(({ tag }) => {
          const { score } = quality[tag];
          return (
            <li key={tag}>
              <span>{measureTitle(tag)}</span>{" "}
              {score === null ? null : <PointsBar score={score} />}
              <span>{pointsText(score)}</span>
            </li>
          );
        })}
      </ul>
      {words ? <p className="text-sm text-muted">{words}</p> : null}
    </>
  );
}

const STEPS = MEASURE_MAX / MEASURE_MIN;
const WIDTH = 8;
const PITCH = 10;

function squares(from: number, to: number): string {
  return Array.from(
    { length: to - from },
    (_, place) =>
      `M${(from + place) * PITCH + 1} 1h${WIDTH}v${WIDTH}h-${WIDTH}z`,
  ).join("");
}

/** Only a picture: the number stands beside it. */
export function PointsBar({ score }: { score: number }) {
  const filled = Math.min(STEPS, Math.max(0, Math.round(score / MEASURE_MIN)));
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${STEPS * PITCH} ${PITCH}`}
      className="points-bar"
    >
      <path d={squares(filled, STEPS)} />
      <path d={squares(0, filled)} className="filled" />
    </svg>
  );
}
