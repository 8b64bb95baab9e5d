import { MEASURE_MAX, MEASURE_MIN } from "../rules/quality/quality-score";

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
