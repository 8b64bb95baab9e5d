import { useLoaderData } from "@remix-run/react";
import { residentWords as words } from "./words";
import { Card } from "~/ui/card";
import { EmptyState, ErrorState } from "~/ui/states";
import { CELL_LINK } from "~/ui/link-classes";
import { OlderPagesNav } from "~/ui/older-pages";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import type {
  BarView,
  FactText,
  loadResident,
  ResidentPageView,
} from "./load.server";
import { ReviewWay, Timeline } from "./timeline";
import type { ReactNode } from "react";

const TIMELINE_ID = "timeline";

export function ResidentScreen() {
  const { page, crumbs } = useLoaderData<typeof loadResident>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead
        crumbs={crumbs}
        title={page.state === "data" ? page.view.name : words.title}
      >
        {page.state === "data" ? <Facts facts={page.view.facts} /> : null}
      </PageHead>
      {page.state === "data" ? (
        <Resident view={page.view} />
      ) : (
        <ErrorState message={page.message} retryHref={page.retryHref} />
      )}
    </div>
  );
}

function Resident({ view }: { view: ResidentPageView }) {
  return (
    <>
      {view.bar === null ? null : (
        <Card headingId="stay-heading" heading={words.bar.heading}>
          <StayBar bar={view.bar} />
        </Card>
      )}
      {view.strip.length === 0 ? null : <Strip facts={view.strip} />}
      <Card headingId="timeline-heading" heading={words.timeline}>
        <p className="-mt-2 mb-3 text-sm text-muted">
          {words.timelineOrder} {view.bordered}
        </p>
        {view.groups.length === 0 ? (
          <EmptyState message={words.empty} isBrief />
        ) : (
          <Timeline id={TIMELINE_ID} view={view} />
        )}
        <OlderPagesNav
          tableId={TIMELINE_ID}
          label={words.notePages}
          older={words.olderNotes}
          newest={words.newestNotes}
          pages={view.pages}
        />
      </Card>
      {view.leftReviews.length === 0 ? null : (
        <Card headingId="left-heading" heading={words.leftReviews}>
          <ul className="text-sm">
            {view.leftReviews.map((link) => (
              <li key={link.href}>
                <ReviewWay link={link} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Facts({ facts }: { facts: readonly FactText[] }) {
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 text-sm">
      {facts.map(({ label, value, href }) => (
        <div
          key={label}
          className="flex min-w-0 flex-wrap items-center gap-x-2"
        >
          <dt className="text-muted">{label}:</dt>
          <dd className="min-w-0">
            {href === null ? (
              value
            ) : (
              <PageLink to={href} className={CELL_LINK}>
                {value}
              </PageLink>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Strip({ facts }: { facts: readonly FactText[] }) {
  return (
    <section
      aria-label={words.summary}
      className="rounded border border-hairline bg-paper p-4"
    >
      <dl className="grid grid-cols-2 gap-4 text-sm lg:grid-cols-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const { bar: barWords } = words;

/** Height in em of a line of labels, of the bar, and of the notes below it. */
const LINE = 1.4;
const BAR = 1;
const NOTES = 1;

/** Time in house and at hospital, the window's end, day 101 and notes (R532). */
function StayBar({ bar }: { bar: BarView }) {
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
                {barWords.labels[kind]}
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
      <Key text={barWords.inHouse}>
        <rect className="text-accent" x="-6" y="-6" width="12" height="12" />
      </Key>
      {parts.some(({ isOut }) => isOut) ? (
        <Key text={barWords.out}>
          <rect className="text-bad" x="-6" y="-2" width="12" height="4" />
        </Key>
      ) : null}
      {marks.map(({ kind }) => (
        <span key={kind}>
          {barWords.labels[kind]}: {barWords[kind]}
        </span>
      ))}
      {has(false) ? (
        <Key text={barWords.note}>
          <NoteMark isHighRisk={false} />
        </Key>
      ) : null}
      {has(true) ? (
        <Key text={barWords.highRisk}>
          <NoteMark isHighRisk />
        </Key>
      ) : null}
    </p>
  );
}

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
