import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { LONG_GRAPH_MONTHS } from "~/domain/graphs/graph-modes";
import {
  LONG_GRAPH_TEXTS,
  monthsGiven,
} from "~/domain/graphs/long-graph-words";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { FollowingPanel, GraphsView, ProfileView } from "../profile-view";
import { SwitchLink } from "../switch-link";

/** Scripts open a graph without its 36 months, and switch to them without: they are asked for then. */
export function useLongGraph({ hasLongGraph, longGraphs }: ProfileView): void {
  const { revalidate } = useRevalidator();
  const isMissing = hasLongGraph && longGraphs === null;
  useEffect(() => {
    if (isMissing) revalidate();
  }, [isMissing, revalidate]);
}

/** What a graph in full shows: the 36 months where they were asked for and are there. */
export function graphsInFull({
  graphs,
  hasLongGraph,
  longGraphs,
}: ProfileView): FollowingPanel<GraphsView> {
  return hasLongGraph && longGraphs?.state === "data" ? longGraphs : graphs;
}

/** Leads to 36 months and back, and says which they are (R392). */
export function MonthsLink({
  view,
  tag,
}: {
  view: ProfileView;
  tag: GraphTag;
}) {
  const { hasLongGraph, longGraphs } = view;
  const panel = { kind: "graph", tag } as const;
  const months = hasLongGraph ? null : (`${LONG_GRAPH_MONTHS}` as const);
  const isMissed =
    hasLongGraph && longGraphs !== null && longGraphs.state !== "data";
  return (
    <span>
      <span aria-live="polite">
        {hasLongGraph ? wordsOf(longGraphs) : null}
      </span>{" "}
      {isMissed ? (
        <SwitchLink view={view} panel={panel} change={{}}>
          {LONG_GRAPH_TEXTS.retry}
        </SwitchLink>
      ) : null}{" "}
      <SwitchLink view={view} panel={panel} change={{ months }}>
        {hasLongGraph ? LONG_GRAPH_TEXTS.toUsual : LONG_GRAPH_TEXTS.toLong}
      </SwitchLink>
    </span>
  );
}

function wordsOf(longGraphs: ProfileView["longGraphs"]): string {
  if (longGraphs === null) return LONG_GRAPH_TEXTS.isLoading;
  return longGraphs.state === "data"
    ? monthsGiven(longGraphs.data.months.length)
    : LONG_GRAPH_TEXTS.failed;
}
