import { useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { LONG_GRAPH_MONTHS } from "~/domain/graphs/graph-modes";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { OpenPanel } from "../open-panel";
import { type OwnChange, panelHref } from "../profile-links";
import type { FollowingPanel, GraphsView, ProfileView } from "../profile-view";
import { useHydrated } from "~/rendering/hydration";
import { PageLink } from "~/ui/page-link";

export const LONG_GRAPH_TEXTS = {
  toLong: `Show ${LONG_GRAPH_MONTHS} months`,
  toUsual: "Back to 18 months",
  isLoading: `The ${LONG_GRAPH_MONTHS} months are loading.`,
  failed: `The ${LONG_GRAPH_MONTHS} months could not be loaded. These are the usual ones.`,
  retry: "Try again",
} as const;

export function monthsGiven(months: number): string {
  if (months < LONG_GRAPH_MONTHS) {
    return `This data host gives ${months === 1 ? "1 month" : `${months} months`}.`;
  }
  return `These are ${months} months, as you asked.`;
}

/** A graph opens without its 36 months; they load then. */
export function useLongGraph({ hasLongGraph, longGraphs }: ProfileView): void {
  const { revalidate } = useRevalidator();
  const isMissing = hasLongGraph && longGraphs === null;
  useEffect(() => {
    if (isMissing) revalidate();
  }, [isMissing, revalidate]);
}

export function graphsInFull({
  graphs,
  hasLongGraph,
  longGraphs,
}: ProfileView): FollowingPanel<GraphsView> {
  return hasLongGraph && longGraphs?.state === "data" ? longGraphs : graphs;
}

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

function SwitchLink({
  view,
  panel,
  change,
  children,
}: {
  view: ProfileView;
  panel: OpenPanel;
  change: OwnChange;
  children: ReactNode;
}) {
  return (
    <PageLink
      to={panelHref(view, panel, useHydrated(), change)}
      preventScrollReset
      replace
      className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 print:hidden"
    >
      {children}
    </PageLink>
  );
}
