export interface RangeSvgProps {
  value: number;
  lower: number;
  upper: number;
  /** The position of the tick, the same in every row. */
  centre: number;
  scale: { from: number; to: number };
  isOutside: boolean;
}

const WIDTH = 120;

/** Only a picture: the words beside it say the same. */
export function RangeSvg({
  value,
  lower,
  upper,
  centre,
  scale,
  isOutside,
}: RangeSvgProps) {
  const span = scale.to - scale.from || 1;
  const x = (number: number) =>
    Math.round(((number - scale.from) / span) * WIDTH);
  return (
    <svg className="range" viewBox={`0 0 ${WIDTH} 12`} aria-hidden="true">
      <path d={`M${x(lower)} 6H${x(upper)}`} />
      <path d={`M${x(centre)} 1v10`} />
      {isOutside ? (
        <path
          className={value < lower ? "outside below" : "outside"}
          d={`M${x(value)} 0l6 6-6 6-6-6Z`}
        />
      ) : (
        <circle cx={x(value)} cy="6" r="3.5" />
      )}
    </svg>
  );
}
