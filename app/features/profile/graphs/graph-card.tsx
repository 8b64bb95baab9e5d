import { Link } from "@remix-run/react";
import { findGraph, type GraphTag } from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import { Card } from "~/ui/card";
import { latePart } from "~/ui/late-part";
import { ServerDrawn } from "~/ui/server-drawn";
import { Skeleton } from "~/ui/skeleton";
import { useHydrated } from "~/ui/use-hydrated";
import { graphHeadingId, openGraphId } from "./graph-links";
import { GraphToggle } from "./graph-toggle";
import { PanelEmpty, PanelError } from "../panel-states";
import { panelHref } from "../profile-links";
import { preloadOnIntent } from "../profile-panel";
import type { GraphsView, ProfileView } from "../profile-view";

interface Props {
  view: ProfileView;
  tag: GraphTag;
  size: "small" | "large";
  isLoading: boolean;
}

/** What draws and words the graphs has a script of its own: of a document the server has drawn them. */
const GraphFigure = latePart(
  () => import("./graph-figure"),
  (chunk) => chunk.GraphFigure,
);

/** A graph of the page, with a link to the one in full, which has an address of its own. */
export function GraphCard({ view, tag, size, isLoading }: Props) {
  const isHydrated = useHydrated();
  const title = findGraph(tag)?.title;
  const { graphs } = view;
  const hasGraph = graphs.state === "data";
  // As high as the sentence and the picture that replace it.
  const skeleton = <Skeleton lines={size === "small" ? 8 : 9} />;
  return (
    <Card
      headingId={graphHeadingId(tag)}
      heading={title}
      className="print:break-inside-avoid"
      actions={
        hasGraph ? (
          <Link
            id={openGraphId(tag)}
            to={panelHref(view, { kind: "graph", tag }, isHydrated)}
            preventScrollReset
            className="action-link"
            aria-label={`${messages.graph.fullScreen} ${title}`}
            {...preloadOnIntent}
          >
            {messages.graph.fullScreen}
          </Link>
        ) : null
      }
    >
      {hasGraph ? <GraphToggle view={view} tag={tag} /> : null}
      {isLoading ? (
        skeleton
      ) : hasGraph ? (
        // Of the graph alone: the links of the other states change with the page.
        <ServerDrawn
          id={`drawn-${tag}`}
          version={versionOf(view, graphs.data, tag)}
          fallback={skeleton}
        >
          <GraphFigure view={view} tag={tag} size={size} />
        </ServerDrawn>
      ) : graphs.state === "empty" ? (
        <PanelEmpty view={view} isBrief />
      ) : (
        <PanelError view={view} isBrief />
      )}
    </Card>
  );
}

/** Changes when anything does that the graph or its words are made of. */
function versionOf(
  { filters, isDefaultRange, lastUpdated, monthly }: ProfileView,
  graphs: GraphsView,
  tag: GraphTag,
): string {
  return JSON.stringify([
    { ...graphs, lines: graphs.lines[tag] },
    filters,
    isDefaultRange,
    lastUpdated,
    monthly.includes(tag),
  ]);
}
