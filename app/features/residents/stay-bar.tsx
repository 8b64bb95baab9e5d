import type { ReactNode } from "react";
import type { BarView } from "./page-view";
import { residentWords } from "./words";

const { bar: words } = residentWords;

/** In em: a line of labels, the bar, and the notes below it. */
const LINE = 1.4;
const BAR = 1;
const NOTES = 1;

/** The present or last stay: time in house and at hospital, day 30, day 100 and notes (R532). */
export function StayBar({ bar }: { bar: BarView }) {
  const lines = Math.max(0, ...bar.marks.map(({ line }) => line + 1));
  const top = lines * LINE + 0.2;
  const bottom = top + BAR + (bar.notes.length === 0 ? 0.4 : NOTES + 0.2);
  return (
    <div className="text-sm print:[break-inside:avoid]">
      <svg
        role="img"
        aria-label={bar.name}
        width="100%"
        height={em(bottom)}
        fill="currentColor"
        overflow="visible"
        className="block"
      >
        <g aria-hidden="true">
          <g className="text-muted">
            <rect width="100%" height="1" y={em(top + 0.5)} />
          </g>
          {bar.parts.map(({ left, right, isOut }) => (
            <g key={left} className={isOut ? "text-bad" : "text-accent"}>
              <rect
                x={`${left}%`}
                width={`${right - left}%`}
                y={em(isOut ? top + 0.35 : top)}
                height={isOut ? "0.3em" : "1em"}
              />
            </g>
          ))}
          {bar.marks.map(({ kind, x, anchor, line }) => (
            <g key={kind}>
              <rect
                x={`${x}%`}
                y={em(top - (line + 1) * LINE)}
                width="1.5"
                height={em((line + 1) * LINE + BAR)}
              />
              <text
                x={`${x}%`}
                y={em(top - line * LINE - 0.5)}
                dx={anchor === "start" ? "0.4em" : "-0.3em"}
                textAnchor={anchor}
              >
                {words.labels[kind]}
              </text>
            </g>
          ))}
          {bar.notes.map(({ x, isHighRisk }) => (
            <svg key={x} x={`${x}%`} y={em(top + BAR + 0.6)} overflow="visible">
              <NoteMark isHighRisk={isHighRisk} />
            </svg>
          ))}
        </g>
      </svg>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{bar.start}</span> <span>{bar.end}</span>
      </p>
      <Legend bar={bar} />
    </div>
  );
}

function em(length: number): string {
  return `${Math.round(length * 100) / 100}em`;
}

function NoteMark({ isHighRisk }: { isHighRisk: boolean }) {
  return isHighRisk ? (
    <path className="text-bad" d="M0-5 5 0 0 5-5 0Z" fill="currentColor" />
  ) : (
    <circle r="2.5" />
  );
}

function Legend({ bar: { parts, marks, notes } }: { bar: BarView }) {
  const has = (isHigh: boolean) =>
    notes.some(({ isHighRisk }) => isHighRisk === isHigh);
  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-4 text-muted">
      <Key text={words.inHouse}>
        <rect className="text-accent" x="-6" y="-6" width="12" height="12" />
      </Key>
      {parts.some(({ isOut }) => isOut) ? (
        <Key text={words.out}>
          <rect className="text-bad" x="-6" y="-2" width="12" height="4" />
        </Key>
      ) : null}
      {marks.map(({ kind }) => (
        <span key={kind}>
          {words.labels[kind]}: {words.keys[kind]}
        </span>
      ))}
      {has(false) ? (
        <Key text={words.note}>
          <NoteMark isHighRisk={false} />
        </Key>
      ) : null}
      {has(true) ? (
        <Key text={words.highRisk}>
          <NoteMark isHighRisk />
        </Key>
      ) : null}
    </p>
  );
}

/** A shape of the bar with its word. */
function Key({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-x-2">
      <svg viewBox="-6 -6 12 12" width="12" height="12" fill="currentColor">
        {children}
      </svg>
      {text}
    </span>
  );
}
