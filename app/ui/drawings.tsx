import type { ReactElement } from "react";

/* All drawings decorate, so assistive technology passes them by. */
function drawing(lines: ReactElement) {
  return function LineDrawing() {
    return (
      <svg
        aria-hidden="true"
        viewBox="0 0 160 112"
        width="160"
        height="112"
        className="drawing"
      >
        <path d="M8 102h144" />
        {lines}
      </svg>
    );
  };
}

export const LockedDrawing = drawing(
  <>
    <path d="M52 102V16h56v86M60 102V24h40v78" />
    <path d="M20 102c0-10 4-14 4-22m4 22c0-8-2-12-4-16M136 102V84m-8 0h16l-8-22Z" />
    <path
      className="stroke-accent"
      d="M70 60h20v16H70zM74 60v-5a6 6 0 0 1 12 0v5M80 66v4"
    />
  </>,
);

export const SignpostDrawing = drawing(
  <>
    <path d="M78 102V14h4v88M82 22h38l10 9-10 9H82M78 48H42l-10 9 10 9h36" />
    <path d="M128 102V90m-7 0h14l-7-18Z" />
    <path
      className="stroke-accent"
      d="M20 108c20-8 34 2 44-14"
      strokeDasharray="5 6"
    />
    <path className="stroke-accent" d="M97 28c0-5 8-5 8 0 0 3-4 3-4 5m0 4v.1" />
  </>,
);

export const FaultDrawing = drawing(
  <>
    <path d="M30 102V58l30-26 30 26v44M52 102V76h16v26M24 63l36-31 36 31" />
    <path d="M132 102V26m-10 8h20" />
    <path d="M84 46q12 6 20-2M132 34q-12 10-18 6" />
    <path
      className="stroke-accent"
      d="m112 20-5 12h8l-5 12M100 54l4 6m10-4-2 7"
    />
  </>,
);

const EmptyDrawing = drawing(
  <>
    <path d="M46 102V62h68v40M46 62 34 74m12-12 16-12h36l16 12m0 0 12 12M62 50v12m36-12v12" />
    <path
      className="stroke-accent"
      d="M80 40c10-6-8-12 0-22"
      strokeDasharray="4 6"
    />
    <path d="M72 78h16" />
  </>,
);

export function PanelDrawing({ kind }: { kind: "empty" | "fault" }) {
  return kind === "empty" ? <EmptyDrawing /> : <FaultDrawing />;
}
