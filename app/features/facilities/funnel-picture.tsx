import { COMPARE_TEXTS, rateAxis } from "~/domain/figures/compare-words";
import { FUNNEL_SIGMAS, funnelLimits } from "~/domain/figures/funnel";
import { findRateMeasure } from "~/domain/figures/rate-measures";
import { capitalized } from "~/domain/graphs/graph-words";
import { FunnelSvg } from "~/ui/charts/funnel-svg";
import type { FacilitiesView } from "./load.server";

type List = Extract<FacilitiesView["list"], { state: "data" }>;

export function FunnelPicture({
  funnel: { tag, title, centre, between, marks },
}: {
  funnel: List["funnel"];
}) {
  const measure = findRateMeasure(tag);
  if (!measure || centre === null) return null;
  return (
    <FunnelSvg
      name={title}
      centre={centre}
      marks={marks}
      limitsAt={(size, line) =>
        funnelLimits(measure, centre, size, FUNNEL_SIGMAS[line], between)
      }
      lineNames={COMPARE_TEXTS.lines}
      sizeAxis={capitalized(measure.denominatorWords)}
      rateAxis={rateAxis(measure)}
      tickUnit={measure.unit === "percent" ? "%" : ""}
      isNarrow
    />
  );
}
