import { QUALITY_MEASURES, qualityTotal } from "../rules/quality/quality-score";
import {
  measureTitle,
  nextStepSentence,
  pointsText,
  scopeWords,
  totalWords,
} from "../rules/quality/quality-words";
import { PointsBar } from "./points-bar";
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
