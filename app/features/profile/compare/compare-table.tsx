import { PageLink } from "~/ui/page-link";
import {
  comparedName,
  COMPARE_TEXTS,
  compareTitle,
  verdictWords,
  type NamedChild,
} from "~/domain/figures/compare-words";
import {
  isJudged,
  type FunnelPoint,
  funnelOf,
  outsideOf,
  rankFunnel,
  scaleOf,
  type Funnel,
} from "~/domain/figures/funnel";
import {
  capitalized,
  formatDenominator,
  formatRate,
} from "~/domain/graphs/graph-words";
import { childLevelOf } from "~/domain/places/hierarchy";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { RangeSvg } from "~/ui/charts/range-svg";
import { DataTable } from "~/ui/table";
import { childHref } from "../profile-links";
import type { ProfileView, CompareView } from "../profile-view";
import type { RateMeasure } from "~/domain/figures/rate-measures";

export type ComparedChild = NamedChild & {
  events: number | null;
  denominator: number | null;
  isAwaited: boolean;
};

export interface CompareReading {
  measure: RateMeasure;
  funnel: Funnel<ComparedChild>;
  ranked: FunnelPoint<ComparedChild>[];
  scale: ReturnType<typeof scaleOf>;
}

export function compareReading(
  { children, counts, awaited }: CompareView,
  measure: RateMeasure,
): CompareReading {
  const { events, denominators } = counts[measure.tag];
  const funnel = funnelOf(
    measure,
    children.map((child, index) => ({
      ...child,
      events: events[index] ?? null,
      denominator: denominators[index] ?? null,
      isAwaited: measure.chart === "p" && awaited?.includes(child.id) === true,
    })),
  );
  const ranked = rankFunnel(funnel.points);
  const scale = scaleOf(ranked);
  return { measure, funnel, ranked, scale };
}

type Row = FunnelPoint<ComparedChild>;

/** Sorted by rate, each with its own limits. It has no ranks: most of them would be chance. */
export function CompareTable({
  view,
  reading,
}: {
  view: ProfileView;
  reading: CompareReading;
}) {
  const { measure, ranked } = reading;
  const child = childLevelOf(view.level);
  if (child === "patient") return null;
  const rate = (value: number | null) => formatRate(measure, value);
  const limit = (row: Row, value: number | null) =>
    isJudged(row) ? rate(value) : COMPARE_TEXTS.noLimits;
  return (
    <DataTable
      id="compared"
      title={`${compareTitle(child, measure)}, by rate`}
      paperHead={view.paper.head}
      rows={ranked}
      rowKey={(row) => row.child.id}
      columns={[
        {
          key: "name",
          label: "Name",
          cell: (row) => (
            <PageLink to={childHref(view, child, row.child.id)}>
              {comparedName(child, row.child)}
            </PageLink>
          ),
        },
        {
          key: "rate",
          label: measure.unit === "percent" ? "Rate" : "Rate per 1,000",
          numeric: true,
          cell: (row) =>
            row.child.isAwaited ? messages.notYet : rate(row.rate),
        },
        {
          key: "verdict",
          label: "Against its limits",
          cell: (row) => <Verdict row={row} reading={reading} />,
        },
        {
          key: "lower",
          label: "Lower limit",
          numeric: true,
          cell: (row) => limit(row, row.lower),
        },
        {
          key: "upper",
          label: "Upper limit",
          numeric: true,
          cell: (row) => limit(row, row.upper),
        },
        {
          key: "events",
          label: capitalized(measure.eventWords),
          numeric: true,
          cell: (row) => formatCount(row.events),
        },
        {
          key: "denominator",
          label: capitalized(measure.denominatorWords),
          numeric: true,
          cell: (row) => formatDenominator(measure, row.denominator),
        },
      ]}
    />
  );
}

function Verdict({
  row: { rate, lower, upper, verdict },
  reading: { funnel, scale },
}: {
  row: Row;
  reading: CompareReading;
}) {
  const isOutside = outsideOf(verdict) !== null;
  const { centre } = funnel;
  const isDrawn =
    isJudged({ verdict }) &&
    scale !== null &&
    centre !== null &&
    rate !== null &&
    lower !== null &&
    upper !== null;
  return (
    <>
      {isDrawn ? (
        <RangeSvg
          value={rate}
          lower={lower}
          upper={upper}
          centre={centre}
          scale={scale}
          isOutside={isOutside}
        />
      ) : null}
      {isOutside ? (
        <strong>{verdictWords(verdict)}</strong>
      ) : (
        verdictWords(verdict)
      )}
    </>
  );
}
