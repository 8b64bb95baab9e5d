import { lazy, Suspense, useEffect, useState } from "react";
import { usDayOf } from "~/domain/calendar";
import { isOfGaps } from "~/domain/graphs/chart-method";
import {
  capitalized,
  chartCaption,
  formatDenominator,
} from "~/domain/graphs/graph-words";
import {
  gapsSentence,
  gapsTitle,
  gapVerdict,
} from "~/domain/graphs/method-words";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import { profileMessages } from "~/domain/profile-messages";
import {
  NOTES_LINK,
  NOTES_UNKNOWN,
  phaseTitle,
} from "~/features/chart-events/rules/words";
import { PANEL_ID, openGraphId } from "../open-panel";
import { PanelContent, useIsLoadingFigures } from "../panel-states";
import type { GraphsView, ProfileView } from "../profile-view";
import { useHydrated } from "~/rendering/hydration";
import { ErrorGuard } from "~/rendering/hydration-guard";
import { HowToRead } from "~/ui/how-to-read";
import { PageLink } from "~/ui/page-link";
import { Sheet } from "~/ui/sheet";
import { Skeleton } from "~/ui/skeleton";
import { GraphNoteList, GraphPicture, GraphSentence } from "./graph-figure";
import {
  type GraphReading,
  isDrawn,
  measureOf,
  readGraph,
} from "./graph-reading";
import { GraphTable, ScrolledTable } from "./graph-table";
import { GraphToggle } from "./graph-toggle";
import { graphsInFull, MonthsLink, useLongGraph } from "./long-graph";
import { allMonths, stepped, zoomedTo } from "./zoomed-graph";

/** Each phase has its own gaps under its months; the newest comes first. */
export function GraphGaps({ reading }: { reading: GraphReading }) {
  const { measure, parts } = reading;
  const title = gapsTitle(measure);
  const phases = parts.flatMap(({ phase, method, gaps }, at) => {
    if (!gaps || !isOfGaps(method)) return [];
    const next = parts[at + 1]?.phase ?? null;
    return [{ name: phaseTitle(phase, next), gaps, isOver: next !== null }];
  });
  if (phases.length === 0) return null;
  const isWhole = parts.length === 1;
  return (
    <section className="mt-4">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {phases.reverse().map(({ name, gaps, isOver }) => (
        <div key={name} className="mb-4 last:mb-0">
          {isWhole ? null : <h4 className="mb-1 text-sm">{name}</h4>}
          <p className="mb-2 text-sm">
            {gapsSentence(
              measure,
              gaps,
              (counted) => formatDenominator(measure, counted),
              isOver,
            )}
          </p>
          {gaps.gaps.length === 0 ? null : (
            <ScrolledTable title={isWhole ? title : `${title}, ${name}`}>
              <thead>
                <tr>
                  <th scope="col">Event on</th>
                  <th scope="col">Outside limits</th>
                  <th scope="col" className="num">
                    {capitalized(measure.denominatorWords)} since the one before
                  </th>
                </tr>
              </thead>
              <tbody>
                {gaps.gaps.map((gap, index) => (
                  <tr key={index}>
                    <th scope="row">{usDayOf(gap.event.day)}</th>
                    <td>{gapVerdict(gaps, gap)}</td>
                    <td className="num">
                      {formatDenominator(measure, gap.length)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </ScrolledTable>
          )}
        </div>
      ))}
    </section>
  );
}

interface Props {
  view: ProfileView;
  tag: GraphTag;
  closeHref: string;
}

export function GraphPanel({ view, tag, closeHref }: Props) {
  useLongGraph(view);
  const panel = graphsInFull(view);
  const isLoading = useIsLoadingFigures() || panel.state === "late";
  return (
    <Sheet
      id={PANEL_ID}
      kind="full"
      title={isLoading ? messages.loading : measureOf(tag).title}
      closeHref={closeHref}
      returnFocusTo={openGraphId(tag)}
    >
      <PanelContent
        view={view}
        panel={panel}
        isLoading={isLoading}
        skeleton={<Skeleton lines={20} label="Loading" />}
      >
        {(graphs) => (
          <Content
            view={view}
            graphs={graphs}
            reading={readGraph(graphs, view.monthly, tag)}
          />
        )}
      </PanelContent>
    </Sheet>
  );
}

function Content({
  view,
  graphs,
  reading,
}: {
  view: ProfileView;
  graphs: GraphsView;
  reading: GraphReading;
}) {
  const { tag, graph } = reading.measure;
  const said = graphs.verdicts[graph];
  const { latest, unusual } = said[reading.mode] ?? said.mom;
  // CMS's averages are said and not drawn: a line would be read as a limit (R390).
  const averages =
    view.cms?.state === "data" ? view.cms.data.averages[tag] : undefined;
  return (
    <>
      <p className="text-sm">
        <strong>
          {latest} {unusual}
        </strong>{" "}
        <span className="text-muted">{view.paper.graphs}</span>
      </p>
      <GraphToggle view={view} tag={graph} isInPanel />
      <GraphExplorer
        key={`${reading.mode} ${reading.method} ${reading.months.length}`}
        reading={reading}
      />
      <div className="space-y-2">
        <GraphSentence reading={reading} />
        <GraphNoteList graphs={graphs} reading={reading} />
        {graphs.hasUnknownNotes ? (
          <p className="text-sm text-muted">{NOTES_UNKNOWN}</p>
        ) : null}
        <p className="graph-links">
          <MonthsLink view={view} tag={graph} />
          {view.notesHref === null ? null : (
            <PageLink to={`${view.notesHref}?graph=${graph}`}>
              {NOTES_LINK}
            </PageLink>
          )}
          {view.targetsHref === null ? null : (
            <PageLink to={view.targetsHref}>Targets</PageLink>
          )}
        </p>
        <details open>
          <summary className="min-h-6 text-sm text-accent">
            {profileMessages.graph.dataTable}
          </summary>
          <GraphTable reading={reading} />
          <GraphGaps reading={reading} />
        </details>
        <HowToRead
          paragraphs={[
            ...chartCaption(reading),
            ...(averages ? [averages] : []),
          ]}
        />
      </div>
    </>
  );
}

const PointedChart = lazy(async () => {
  const { PointedChart } = await import("./pointed-chart.client");
  return { default: PointedChart };
});

const BUTTONS = [
  { label: "Zoom in", factor: 0.5, shift: 0 },
  { label: "Zoom out", factor: 2, shift: 0 },
  { label: "Earlier", factor: 1, shift: -0.5 },
  { label: "Later", factor: 1, shift: 0.5 },
];

/**
 * The chart shows the month under the pointer. It loads a frame after mounting, so that the picture is painted first,
 * and never if the user saves data. Buttons zoom for those who cannot drag.
 */
function GraphExplorer({ reading }: { reading: GraphReading }) {
  const isWanted = useIsWanted();
  const isHydrated = useHydrated();
  const count = reading.chart.points.length;
  const [months, setMonths] = useState(() => allMonths(count));
  const shown = zoomedTo(reading, months);
  if (!isDrawn(reading)) return null;
  return (
    <>
      <div className="chart-stage">
        <GraphPicture reading={shown} size="full" />
        {isWanted ? (
          // If the interactive chart fails, the picture and the table remain.
          <ErrorGuard part="panel" fallback={null}>
            <div className="chart-live print:hidden" aria-hidden="true">
              <Suspense fallback={null}>
                <PointedChart
                  // Apex keeps what was dragged over.
                  key={`${months.from} ${months.to}`}
                  reading={shown}
                  onDrag={({ from, to }) =>
                    setMonths(
                      stepped(
                        { from: months.from + from, to: months.from + to },
                        { factor: 1, shift: 0 },
                        count,
                      ),
                    )
                  }
                />
              </Suspense>
            </div>
          </ErrorGuard>
        ) : null}
      </div>
      {isHydrated ? (
        <div
          role="group"
          aria-label="Months shown"
          className="flex flex-wrap gap-2 print:hidden"
        >
          {BUTTONS.map(({ label, ...step }) => {
            const next = stepped(months, step, count);
            return (
              <button
                key={label}
                type="button"
                className="chart-button"
                // Not disabled: the focus would be lost with the last step.
                aria-disabled={
                  next.from === months.from && next.to === months.to
                }
                onClick={() => setMonths(next)}
              >
                {label}
              </button>
            );
          })}
        </div>
      ) : null}
    </>
  );
}

function useIsWanted(): boolean {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (navigator.connection?.saveData) return;
    // The picture goes on the screen first.
    const frame = requestAnimationFrame(() => setIsWanted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isWanted;
}
