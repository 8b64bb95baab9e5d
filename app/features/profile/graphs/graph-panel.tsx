import {
  NOTES_LINK,
  NOTES_UNKNOWN,
} from "~/features/chart-events/rules/chart-note-words";
import { chartCaption } from "~/domain/graphs/graph-words";
import { messages } from "~/domain/messages";
import { profileMessages } from "~/domain/profile-messages";
import type { GraphTag, RateTag } from "~/domain/graphs/rate-graphs";
import { HowToRead } from "~/ui/how-to-read";
import { PageLink } from "~/ui/page-link";
import { Sheet } from "~/ui/sheet";
import { Skeleton } from "~/ui/skeleton";
import { GraphExplorer } from "./graph-explorer";
import { GraphGaps } from "./graph-gaps";
import { GraphNoteList, GraphSentence } from "./graph-figure";
import { openGraphId } from "./graph-links";
import { measureOf, readGraph, type GraphReading } from "./graph-reading";
import { GraphTable } from "./graph-table";
import { GraphToggle } from "./graph-toggle";
import { graphsInFull, MonthsLink, useLongGraph } from "./long-graph";
import { PANEL_ID } from "../open-panel";
import { PanelContent } from "../panel-states";
import type { GraphsView, ProfileView } from "../profile-view";
import { useIsLoadingFigures } from "../use-is-loading-figures";

interface Props {
  view: ProfileView;
  tag: GraphTag;
  closeHref: string;
}

/** A graph in full: the picture large, its figures as a table, and how to read it (R111). */
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
  const { latest, unusual } = graphs.verdicts[graph];
  const averages = cmsAverages(view, tag);
  return (
    <>
      {/* The page that says whose figures these are lies behind, and a shared URL opens right here. */}
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

/** CMS's averages are said and not drawn: a line would be read as a limit (R390). */
function cmsAverages({ cms }: ProfileView, tag: RateTag): string | undefined {
  return cms?.state === "data" ? cms.data.averages?.[tag] : undefined;
}
