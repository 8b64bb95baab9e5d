import type { ReactNode } from "react";
import type { Scale } from "./control-chart-scale";
import { namesApart, type TextPlace } from "./text-places";

const BASELINE = 4;

export function gridPath({ ticks, y }: Scale, width: number): string {
  return ticks.map((tick) => `M0 ${y(tick)}H${width}`).join("");
}

export function Ticks({ scale, unit }: { scale: Scale; unit: string }) {
  return (
    <g className="ticks" transform={`translate(-6 ${BASELINE})`}>
      {scale.ticks.map((tick) => (
        <text key={tick} y={`${scale.y(tick)}%`}>
          {`${tick.toFixed(scale.decimals)}${unit}`}
        </text>
      ))}
    </g>
  );
}

export interface LineName {
  y: number;
  name: ReactNode;
  value?: string;
  isLatest?: boolean;
}

/** `apart` is percent of the height. */
export function LineNames({
  names,
  apart,
}: {
  names: readonly LineName[];
  apart: number;
}) {
  return (
    <g className="ends" transform={`translate(6 ${BASELINE})`}>
      {namesApart(names, apart).map(({ y, name, value, isLatest }, index) => (
        <text
          key={index}
          x="100%"
          y={`${y}%`}
          className={isLatest ? "latest" : undefined}
        >
          {name}
          {value === undefined ? null : (
            <tspan x="100%" dy="14">
              {value}
            </tspan>
          )}
        </text>
      ))}
    </g>
  );
}

export function Diamond() {
  return <path d="M0-6 6 0 0 6-6 0Z" />;
}

export function PlacedText({
  text,
  narrow,
  wide,
}: {
  text: string;
  narrow: TextPlace | null;
  wide: TextPlace | null;
}) {
  const at = (place: TextPlace | null, className?: string) =>
    place ? (
      <text
        x={place.dx || undefined}
        y={place.dy + BASELINE}
        textAnchor={place.anchor === "middle" ? undefined : place.anchor}
        className={className}
      >
        {text}
      </text>
    ) : null;
  if (narrow?.dx === wide?.dx && narrow?.dy === wide?.dy) return at(narrow);
  return (
    <>
      {at(narrow, "lg:hidden")}
      {at(wide, "hidden lg:inline")}
    </>
  );
}
