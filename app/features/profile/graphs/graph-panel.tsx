import {
  NOTES_LINK,
  NOTES_UNKNOWN,
} from "~/domain/chart-notes/chart-note-words";
import { chartCaption } from "~/domain/graphs/graph-words";
import { messages } from "~/domain/messages";
import type { GraphTag, RateTag } from "~/domain/graphs/rate-graphs";
import { PageLink } from "~/ui/page-link";
import { Sheet } from "~/ui/sheet";
import { Skeleton } from "~/ui/skeleton";
import { GraphExplorer } from "./graph-explorer";
import { GraphGaps } from "./graph-gaps";
import { GraphNoteList, GraphPicture, GraphSentence } from "./graph-figure";
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
      title={isLoading ? messages.graph.loading : measureOf(tag).title}
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
  return (
    <>
      {/* The page that says so lies behind, and a shared URL opens right here. */}
      <p className="mb-2 text-sm text-muted">{view.paper.graphs}</p>
      <GraphToggle view={view} tag={reading.measure.graph} isInPanel />
      <GraphSentence reading={reading} />
      <MonthsLink view={view} tag={reading.measure.graph} />
      <GraphNoteList graphs={graphs} reading={reading} />
      {graphs.hasUnknownNotes ? (
        <p className="text-sm text-muted">{NOTES_UNKNOWN}</p>
      ) : null}
      {view.notesHref === null ? null : (
        <PageLink
          to={`${view.notesHref}?graph=${reading.measure.graph}`}
          className="unusual-link"
        >
          {NOTES_LINK}
        </PageLink>
      )}
      <GraphExplorer
        key={`${reading.mode} ${reading.method} ${reading.months.length}`}
        reading={reading}
      >
        <GraphPicture reading={reading} size="full" />
      </GraphExplorer>
      <GraphTable reading={reading} />
      <GraphGaps reading={reading} />
      <div className="mt-4 max-w-prose space-y-2 text-sm text-muted">
        {chartCaption(reading).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <CmsAverages view={view} tag={reading.measure.tag} />
      </div>
    </>
  );
}

/** CMS's averages are told and not drawn: a line would be read as a limit (R390). */
function CmsAverages({
  view: { cms },
  tag,
}: {
  view: ProfileView;
  tag: RateTag;
}) {
  const text = cms?.state === "data" ? cms.data.averages?.[tag] : undefined;
  return text === undefined ? null : <p>{text}</p>;
}
