import {
  comparedName,
  COMPARE_TEXTS,
  compareTitle,
  marksSentence,
  rateAxis,
} from "~/domain/figures/compare-words";
import { FUNNEL_SIGMAS, funnelLimits, isJudged } from "~/domain/figures/funnel";
import { capitalized } from "~/domain/graphs/graph-words";
import { childLevelOf } from "~/domain/places/hierarchy";
import { FunnelSvg, type FunnelMark } from "~/ui/charts/funnel-svg";
import { HowToRead } from "~/ui/how-to-read";
import type { CompareReading } from "./compare-reading";
import type { ProfileView } from "../profile-view";

/** The funnel plot of those that can be judged, and how to read it; nothing where there are none. */
export function ComparePicture({
  view,
  reading: { measure, funnel, ranked },
}: {
  view: ProfileView;
  reading: CompareReading;
}) {
  const child = childLevelOf(view.level);
  const { centre, between } = funnel;
  const marks = ranked.flatMap((point): FunnelMark[] => {
    const { rate, denominator, lower, upper, verdict } = point;
    if (!isJudged(point) || rate === null || denominator === null) return [];
    return [
      {
        size: denominator,
        value: rate,
        lower,
        upper,
        outside: verdict === "above" || verdict === "below" ? verdict : null,
        label: comparedName(child, point.child),
      },
    ];
  });
  if (centre === null || marks.length === 0) return null;
  return (
    <figure className="gap-6 lg:grid lg:grid-cols-3">
      <div className="min-w-0 lg:col-span-2">
        <FunnelSvg
          name={`${compareTitle(child, measure)}, funnel plot`}
          centre={centre}
          marks={marks}
          limitsAt={(size, line) =>
            funnelLimits(measure, centre, size, FUNNEL_SIGMAS[line], between)
          }
          lineNames={COMPARE_TEXTS.lines}
          sizeAxis={capitalized(shortWords(measure.denominatorWords))}
          rateAxis={rateAxis(measure)}
          tickUnit={measure.unit === "percent" ? "%" : ""}
        />
      </div>
      <figcaption className="space-y-2 text-sm">
        <ul className="space-y-1">
          <Key sign="◆" look="text-bad">
            {COMPARE_TEXTS.outOfLimits}
          </Key>
          <Key sign="●" look="text-accent">
            {COMPARE_TEXTS.withinLimits}
          </Key>
          <Key sign="╌╌">{COMPARE_TEXTS.lines.outer.long}</Key>
          <Key sign="┈┈">{COMPARE_TEXTS.lines.inner.long}</Key>
        </ul>
        <HowToRead
          title={COMPARE_TEXTS.howToRead}
          paragraphs={[
            marksSentence(child, measure),
            COMPARE_TEXTS.chance,
            COMPARE_TEXTS.askWhy,
            between > 0 ? COMPARE_TEXTS.wideSigmas : COMPARE_TEXTS.sigmas,
          ]}
        />
      </figcaption>
    </figure>
  );
}

function Key({
  sign,
  look = "text-ink",
  children,
}: {
  sign: string;
  look?: string;
  children: string;
}) {
  return (
    <li>
      <span aria-hidden="true" className={look}>
        {sign}
      </span>{" "}
      {children}
    </li>
  );
}

/** A phone's picture has no room to say where admissions came from as well. */
function shortWords(denominatorWords: string): string {
  return denominatorWords.replace(" from hospital whose ", " whose ");
}
