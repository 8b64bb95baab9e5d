import { GRAPH_MONTHS } from "~/contract/graphs";
import { SMALL_MARK } from "~/domain/figures/small-mark";
import { inUnits, RATE_MEASURES } from "~/domain/figures/rate-measures";
import { isSmallDenominator } from "~/domain/figures/small-numbers";
import { formatRate } from "~/domain/graphs/graph-words";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import {
  childLevelOf,
  NO_PHYSICIAN_ID,
  type Level,
} from "~/domain/places/hierarchy";
import {
  isSignal,
  shortMonth,
  signalWords as words,
  unusualText,
  variationText,
} from "~/features/signals/rules/signal-words";
import { rowsBelow } from "~/features/signals/rules/signal-levels";
import { graphHref } from "~/features/profile/graph-href";
import type { SignalPlace } from "~/features/signals/signal-place.server";
import { profilePath, type ProfileQuery } from "~/paths";
import type { SignalNews } from "~/features/signals/news/load-signal-news.server";
import type { SignalCells, SignalOfChild } from "~server/signals/service";
import type { SignalCellView, SignalRowView } from "./signals-view";

type FreshSignals = SignalNews["fresh"];

/** Rows as the table shows them. */
export function signalRows(
  place: SignalPlace,
  facilities: boolean,
  children: readonly SignalOfChild[],
  carried: ProfileQuery,
  fresh: FreshSignals,
): SignalRowView[] {
  const child = childLevelOf(rowsBelow(place.level, facilities)) as Level;
  const query = {
    ...(place.level === "facility" && { "facility-id": place.id }),
    ...carried,
  };
  return children.map(({ id, name, signals }) => {
    const href = profilePath(child, id, query);
    const isNobody = child === "physician" && id === NO_PHYSICIAN_ID;
    return {
      id,
      name: isNobody ? null : name?.trim() || messages.unknown,
      href,
      cells: cellsOf(signals, href, isFresh(fresh, id)),
    };
  });
}

/** The measures of the place itself that are unusual or drift, each with the way to its chart. */
export function ownSignals(
  { level, id }: SignalPlace,
  own: SignalCells,
  carried: ProfileQuery,
  fresh: FreshSignals,
): { text: string; href: string }[] {
  const profile = profilePath(level, id, carried);
  const cells = cellsOf(own, profile, isFresh(fresh, null));
  return RATE_MEASURES.flatMap(({ graph, title }) => {
    const { variation, value, month, words: said, href } = cells[graph];
    return isSignal(variation)
      ? [{ text: `${title} ${value} in ${month}: ${said.toLowerCase()}`, href }]
      : [];
  });
}

function isFresh(fresh: FreshSignals, child: number | null) {
  return (graph: GraphTag) =>
    fresh.some((one) => one.child === child && one.graph === graph);
}

function cellsOf(
  signals: SignalCells,
  profile: string,
  isNew: (graph: GraphTag) => boolean,
): Record<GraphTag, SignalCellView> {
  const cells = RATE_MEASURES.map((measure) => {
    const { graph } = measure;
    const cell = signals[graph];
    const { value, month, variation, unusual } = cell;
    const isSmall = isSmallDenominator(
      measure,
      inUnits(measure, cell.denominator),
    );
    const own: SignalCellView = {
      value:
        value === null
          ? words.noValue
          : `${isSmall ? `${SMALL_MARK} ` : ""}${formatRate(measure, value)}`,
      month: month && shortMonth(month),
      variation,
      words: variationText(cell) + (isNew(graph) ? words.isNew : ""),
      unusual: unusual > 0 ? unusualText(unusual, GRAPH_MONTHS) : null,
      href: graphHref(profile, graph),
    };
    return [graph, own] as const;
  });
  return Object.fromEntries(cells) as Record<GraphTag, SignalCellView>;
}
