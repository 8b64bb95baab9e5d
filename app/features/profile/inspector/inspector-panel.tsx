import { useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { usDayOf } from "~/domain/calendar";
import {
  FIGURE_DEFINITIONS,
  chanceWords,
  changeWords,
  trendWords,
  workingOf,
} from "./inspector-words";
import type { FigureTag } from "~/domain/figures/figure-tags";
import { figureText, type OverviewMetrics } from "~/domain/figures/metrics";
import { findFigure } from "~/domain/figures/overview-figures";
import { periodChange } from "../overview/period-change";
import { findRateMeasure } from "~/domain/figures/rate-measures";
import { smallNumberSentence } from "~/domain/figures/small-numbers";
import { exportSentences, hasRows } from "./export-words";
import { messages } from "~/domain/messages";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { rangeText } from "~/domain/range-text";
import { inspectorOpenerId, PANEL_ID } from "../open-panel";
import { trendOf, shownMetrics } from "../overview/figure-trends";
import { ownQuery } from "../profile-links";
import type { ProfileView } from "../profile-view";
import { useHydrated } from "~/rendering/hydration";
import { LinkButton } from "~/ui/button";
import { Notice, type NoticeTone } from "~/ui/notice";
import { Sheet, SheetClose } from "~/ui/sheet";
import { placePath } from "~/paths";

interface RootNotices {
  notices?: readonly { tone: NoticeTone; text: string }[];
}

/** The drawer covers the page's notices, so it shows a failed export as well. */
function useNoticesBehind(): RootNotices["notices"] {
  const isHydrated = useHydrated();
  const [cameWithDocument] = useState(!isHydrated);
  const root = useRouteLoaderData<RootNotices>("root");
  return isHydrated && cameWithDocument ? root?.notices : undefined;
}

function ExportNotice({ notices }: { notices: RootNotices["notices"] }) {
  if (!notices || notices.length === 0) return null;
  const isError = notices.some(({ tone }) => tone === "error");
  return (
    <div
      {...(isError ? { role: "alert" } : { "aria-live": "polite" })}
      className="space-y-2"
    >
      {notices.map(({ tone, text }) => (
        <Notice key={text} tone={tone}>
          {text}
        </Notice>
      ))}
    </div>
  );
}

const texts = messages.profile;

/** Without the frailty filter, which narrows the list and not the figures (R90). */
function appliedFilters(view: ProfileView): string[] {
  const { level, name, entity, filters, facilityName, through } = view;
  const shown = entity.kind === "company" ? entity.companyName : name;
  return [
    `${LEVEL_NAMES[level]}: ${shown ?? messages.unknown}`,
    ...(level === "physician"
      ? [`${texts.facility}: ${facilityName ?? texts.allFacilities}`]
      : []),
    `Start date: ${usDayOf(filters.startDate)}`,
    `End date: ${usDayOf(filters.endDate)}${through}`,
    ...(filters.isnp ? [texts.isnpOnly] : []),
  ];
}

const TEXTS = {
  exportData: "Export metric data",
  rows: "Show residents",
  close: "Close",
  working: "How it is worked out",
  before: "The period before",
  trend: "Month by month",
  filters: "Applied filters",
};

export function InspectorPanel({
  view,
  tag,
  closeHref,
}: {
  view: ProfileView;
  tag: string;
  closeHref: string;
}) {
  const notices = useNoticesBehind();
  const figure = findFigure(tag);
  const metrics = shownMetrics(view);
  if (!figure || !metrics) return null;
  const value = figureText(figure, metrics);
  if (value === messages.unknown) return null;
  return (
    <Sheet
      id={PANEL_ID}
      kind="drawer"
      title={figure.label}
      closeHref={closeHref}
      returnFocusTo={inspectorOpenerId(figure.tag)}
      footer={<Footer view={view} tag={figure.tag} metrics={metrics} />}
    >
      <div className="max-w-prose space-y-4">
        <ExportNotice notices={notices} />
        <p className="text-2xl font-semibold">{value}</p>
        <SmallNumberNote tag={figure.tag} metrics={metrics} />
        <p>{FIGURE_DEFINITIONS[figure.tag]}</p>
        <Part heading={TEXTS.working}>
          {workingOf(figure.tag, metrics, view.hasOneReach).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Part>
        <PeriodBefore view={view} tag={figure.tag} metrics={metrics} />
        <Trend view={view} tag={figure.tag} />
        <Part heading={TEXTS.filters}>
          <ul role="list">
            {appliedFilters(view).map((filter) => (
              <li key={filter}>{filter}</li>
            ))}
          </ul>
        </Part>
      </div>
    </Sheet>
  );
}

function Footer({ view, tag, metrics }: OfFigure & { view: ProfileView }) {
  return (
    <>
      <p className="w-full text-sm">
        {exportSentences(tag, metrics).join(" ")}
      </p>
      <SheetClose>{TEXTS.close}</SheetClose>{" "}
      {hasRows(tag, metrics) && view.hasRows ? (
        <LinkButton to={rowsPath(view, tag)}>{TEXTS.rows}</LinkButton>
      ) : null}{" "}
      {hasRows(tag, metrics) ? (
        <LinkButton to={exportPath(view, tag)} variant="primary" reloadDocument>
          {TEXTS.exportData}
        </LinkButton>
      ) : null}
    </>
  );
}

/** Names the state of the page too: an export that fails leads back to it. */
function exportPath(view: ProfileView, tag: FigureTag): string {
  const { startDate, endDate, isnp } = view.filters;
  return placePath("metric-data", view.level, view.id, {
    measure: tag,
    startDate,
    endDate,
    ...(isnp && { isnp }),
    ...Object.fromEntries(ownQuery(view)),
  });
}

function rowsPath(
  { level, id, filters, carried }: ProfileView,
  tag: FigureTag,
) {
  const { facilityId } = filters;
  return placePath("figure-rows", level, id, {
    ...(facilityId !== undefined && { "facility-id": facilityId }),
    ...carried,
    measure: tag,
  });
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="space-y-1 text-sm">
      <h3 className="text-base font-semibold">{heading}</h3>
      {children}
    </section>
  );
}

interface OfFigure {
  tag: FigureTag;
  metrics: OverviewMetrics;
}

function SmallNumberNote({ tag, metrics }: OfFigure) {
  const measure = findRateMeasure(tag);
  const sentence =
    measure && smallNumberSentence(measure, measure.read(metrics).denominator);
  return sentence ? (
    <p className="rounded border border-warn bg-warn-wash px-3 py-2 text-sm">
      {sentence}
    </p>
  ) : null;
}

function PeriodBefore({
  view: { previous },
  tag,
  metrics,
}: OfFigure & { view: ProfileView }) {
  const figure = findFigure(tag);
  if (!previous || !figure) return null;
  const { note, range, metrics: before } = previous;
  if (!before) {
    return (
      note && (
        <Part heading={TEXTS.before}>
          <p>{note}</p>
        </Part>
      )
    );
  }
  const now = previous.now ?? metrics;
  const change = periodChange(figure, now, before);
  const moved = change && change.direction !== "none";
  const chance = moved ? chanceWords(change.verdict) : null;
  return (
    <Part heading={TEXTS.before}>
      {note ? <p>{note}</p> : null}
      <p>
        {rangeText(range)}: {figureText(figure, before)}.
        {previous.now ? ` Now: ${figureText(figure, now)}.` : ""}
        {change ? ` Since then: ${changeWords(change)}.` : ""}
      </p>
      {chance ? <p>{chance}</p> : null}
    </Part>
  );
}

function Trend({ view, tag }: { view: ProfileView; tag: FigureTag }) {
  const { values, months } = trendOf(view, tag);
  const words = trendWords(tag, values, months);
  return words ? (
    <Part heading={TEXTS.trend}>
      <p>{words}</p>
    </Part>
  ) : null;
}
