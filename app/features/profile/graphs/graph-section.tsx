import { modeOf, withMode } from "~/domain/graphs/graph-modes";
import { findGraph, type GraphTag } from "~/domain/graphs/rate-graphs";
import { profileMessages } from "~/domain/profile-messages";
import { PanelContent } from "../panel-states";
import { ownHref, panelHref } from "../profile-links";
import { GraphToggle } from "./graph-toggle";
import { preloadOnIntent } from "../profile-panel";
import type { GraphsView, PanelProps, ProfileView } from "../profile-view";
import { useHydrated } from "~/rendering/hydration";
import { lazyComponent } from "~/rendering/lazy-component";
import { StaticPart } from "~/rendering/static-part";
import { Card } from "~/ui/card";
import { PageLink } from "~/ui/page-link";
import { Skeleton } from "~/ui/skeleton";
import { graphHeadingId, openGraphId } from "../open-panel";

const ADD_EVENT = "Add event";

interface Props extends PanelProps {
  tag: GraphTag;
  size: "small" | "large";
}

/** A script of its own: the server has drawn the graphs of a document already. */
const GraphFigure = lazyComponent(
  () => import("./graph-figure"),
  (chunk) => chunk.GraphFigure,
);

export function GraphCard({ view, tag, size, isLoading }: Props) {
  const { graphs } = view;
  const hasGraph = graphs.state === "data";
  // As high as the content that replaces it.
  const skeleton = <Skeleton lines={size === "small" ? 8 : 10} />;
  return (
    <Card
      headingId={graphHeadingId(tag)}
      heading={findGraph(tag)?.title}
      className="flex h-full flex-col print:block print:break-inside-avoid"
      actions={
        hasGraph ? (
          <GraphLink
            view={view}
            tag={tag}
            id={openGraphId(tag)}
            className="action-link"
            words={profileMessages.graph.fullScreen}
          />
        ) : null
      }
    >
      {hasGraph ? <GraphToggle view={view} tag={tag} /> : null}
      <PanelContent
        view={view}
        panel={graphs}
        isLoading={isLoading}
        isBrief
        skeleton={skeleton}
      >
        {(data) => (
          <>
            <Finding view={view} graphs={data} tag={tag} />
            {/* Of the graph alone: the links of the other states change with the page. */}
            <StaticPart
              id={`drawn-${tag}`}
              version={JSON.stringify([
                view.rendered.keys.graphs,
                modeOf(view.monthly, tag),
                size,
              ])}
              fallback={skeleton}
            >
              <GraphFigure view={view} tag={tag} size={size} />
            </StaticPart>
            <p className="graph-links">
              <GraphLink
                view={view}
                tag={tag}
                words={profileMessages.graph.dataTable}
              />
              {view.mayAddEvents ? (
                <a
                  href={`${view.notesHref}?graph=${tag}#event-heading`}
                  aria-label={`${ADD_EVENT} ${findGraph(tag)?.title}`}
                >
                  {ADD_EVENT}
                </a>
              ) : null}
            </p>
          </>
        )}
      </PanelContent>
    </Card>
  );
}

function GraphLink({
  view,
  tag,
  words,
  ...attributes
}: {
  view: ProfileView;
  tag: GraphTag;
  id?: string;
  className?: string;
  words: string;
}) {
  return (
    <PageLink
      {...attributes}
      to={panelHref(view, { kind: "graph", tag }, useHydrated())}
      preventScrollReset
      aria-label={`${words} ${findGraph(tag)?.title}`}
      {...preloadOnIntent}
    >
      {words}
    </PageLink>
  );
}

function Finding({
  view,
  graphs: { verdicts },
  tag,
}: {
  view: ProfileView;
  graphs: GraphsView;
  tag: GraphTag;
}) {
  const landing = useHydrated() ? "" : `#${graphHeadingId(tag)}`;
  const mode = modeOf(view.monthly, tag);
  const { latest, unusual, hasUnusual } =
    verdicts[tag][mode] ?? verdicts[tag].mom;
  const isLink = hasUnusual && mode === "rolling";
  const mom = withMode((view.asked ?? view).monthly, tag, "mom").join(",");
  return (
    <p className="graph-finding flex-1">
      {latest}{" "}
      {isLink ? (
        <PageLink
          to={`${ownHref(view, { mom })}${landing}`}
          preventScrollReset
          className="text-accent underline underline-offset-2 print:text-ink"
        >
          {unusual}
        </PageLink>
      ) : (
        unusual
      )}
    </p>
  );
}

const SMALL: readonly GraphTag[] = ["rth_30", "ed_30"];
const LARGE: readonly GraphTag[] = ["hosp_1000", "ed_1000", "adm_1000"];

const GraphLegend = lazyComponent(
  () => import("./graph-legend"),
  (chunk) => chunk.GraphLegend,
);

export function SmallGraphs(panel: PanelProps) {
  return SMALL.map((tag) => (
    <GraphCard key={tag} tag={tag} size="small" {...panel} />
  ));
}

export function LargeGraphs({ view, isLoading }: PanelProps) {
  const { rendered, graphs, monthly, filters, isDefaultRange } = view;
  return (
    <>
      {LARGE.map((tag) => (
        <GraphCard
          key={tag}
          tag={tag}
          size="large"
          view={view}
          isLoading={isLoading}
        />
      ))}
      {graphs.state === "data" ? (
        <StaticPart
          id="graph-notes"
          version={JSON.stringify([
            rendered.keys.graphs,
            monthly,
            filters,
            isDefaultRange,
            view.lastUpdated,
            view.lastDay,
            view.reach,
          ])}
          fallback={null}
        >
          <GraphLegend view={view} />
        </StaticPart>
      ) : null}
    </>
  );
}
