import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  betweenSentence,
  COMPARE_TEXTS,
  comparedName,
  compareTitle,
  marksSentence,
  meanSentence,
  onlyOneSentence,
  rateAxis,
  settledWords,
  standOutSentence,
  tooFewSentence,
  unknownSentence,
} from "~/domain/figures/compare-words";
import {
  FUNNEL_SIGMAS,
  funnelLimits,
  isJudged,
  outsideOf,
} from "~/domain/figures/funnel";
import {
  findRateMeasure,
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import { capitalized } from "~/domain/graphs/graph-words";
import type { RateTag } from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import { childLevelOf } from "~/domain/places/hierarchy";
import { COMPARE_LINK_ID, PANEL_ID } from "../open-panel";
import { PanelContent } from "../panel-states";
import { ownHref, panelHref } from "../profile-links";
import type { ProfileView } from "../profile-view";
import { useHydrated } from "~/rendering/hydration";
import { type FunnelMark, FunnelSvg } from "~/ui/charts/funnel-svg";
import { ChoiceLink } from "~/ui/choice-link";
import { HowToRead } from "~/ui/how-to-read";
import { PageLink } from "~/ui/page-link";
import { Sheet } from "~/ui/sheet";
import { Skeleton } from "~/ui/skeleton";
import {
  compareReading,
  type CompareReading,
  CompareTable,
} from "./compare-table";

interface Read {
  view: ProfileView;
  reading: CompareReading;
}

function CompareSummary({ view, reading: { measure, funnel, ranked } }: Read) {
  const count = (verdict: "too-few" | "unknown") =>
    ranked.filter((point) => point.verdict === verdict).length;
  const child = childLevelOf(view.level);
  const between = betweenSentence(measure, child, funnel);
  const tooFew = tooFewSentence(measure, count("too-few"));
  const unknown = unknownSentence(count("unknown"));
  return (
    <div className="max-w-modal space-y-1">
      <p className="font-medium">{standOutSentence(measure, child, ranked)}</p>
      <p>{meanSentence(measure, funnel)}</p>
      {between ? <p>{between}</p> : null}
      {tooFew ? <p>{tooFew}</p> : null}
      {unknown ? (
        <p>
          {unknown}{" "}
          <PageLink
            to={ownHref(view, {}, { kind: "compare", tag: measure.tag })}
            preventScrollReset
            replace
            className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 print:hidden"
          >
            {COMPARE_TEXTS.tryAgain}
          </PageLink>
        </p>
      ) : null}
    </div>
  );
}

function ComparePicture({ view, reading: { measure, funnel, ranked } }: Read) {
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
        outside: outsideOf(verdict),
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
          // A phone's picture has no room to say where admissions came from as well.
          sizeAxis={capitalized(
            measure.denominatorWords.replace(
              " from hospital whose ",
              " whose ",
            ),
          )}
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

const SKELETON_ROWS = 16;

export function ComparePanel({
  view,
  tag,
  closeHref,
}: {
  view: ProfileView;
  tag: RateTag;
  closeHref: string;
}) {
  useFiguresOnOpening(view);
  const found = findRateMeasure(tag);
  if (!found) return null;
  const { compare } = view;
  // Names the percentages' admissions, if the host knows them.
  const isSettled = compare?.state === "data" && compare.data.awaited !== null;
  const measure = isSettled ? settledWords(found) : found;
  return (
    <Sheet
      id={PANEL_ID}
      kind="full"
      title={compareTitle(childLevelOf(view.level), measure)}
      closeHref={closeHref}
      returnFocusTo={COMPARE_LINK_ID}
    >
      <Status view={view} measure={measure} />
      <Content view={view} measure={measure} />
    </Sheet>
  );
}

/** Scripts open the panel at once; its figures follow. */
function useFiguresOnOpening({ compare }: ProfileView): void {
  const { revalidate } = useRevalidator();
  const isMissing = compare === null;
  useEffect(() => {
    if (isMissing) revalidate();
  }, [isMissing, revalidate]);
}

interface Shown {
  view: ProfileView;
  measure: RateMeasure;
}

/** Announces late figures; the first ones are read with the panel. */
function Status({ view, measure }: Shown) {
  const { compare } = view;
  const [first] = useState({ compare, tag: measure.tag });
  const isFirst = first.compare === compare && first.tag === measure.tag;
  const isSilent = isFirst && compare !== null;
  return (
    <p aria-live="polite" className="sr-only">
      {isSilent ? "" : statusWords(view, measure)}
    </p>
  );
}

function statusWords({ compare, level }: ProfileView, measure: RateMeasure) {
  if (compare === null) return "Loading";
  if (compare.state !== "data") return messages.panel[compare.state];
  const child = childLevelOf(level);
  return compare.data.children.length === 1
    ? onlyOneSentence(child)
    : standOutSentence(
        measure,
        child,
        compareReading(compare.data, measure).ranked,
      );
}

function Content({ view, measure }: Shown) {
  const isHydrated = useHydrated();
  return (
    <PanelContent
      view={view}
      panel={view.compare ?? { state: "late" }}
      skeleton={<Skeleton lines={SKELETON_ROWS} />}
    >
      {(compare) => {
        if (compare.children.length === 1) {
          return <p>{onlyOneSentence(childLevelOf(view.level))}</p>;
        }
        const reading = compareReading(compare, measure);
        return (
          <div className="space-y-4">
            <p className="text-sm text-muted">{view.paper.head}</p>
            <nav aria-label={COMPARE_TEXTS.measures} className="print:hidden">
              <ul className="compare-measures">
                {RATE_MEASURES.map(({ tag, title }) => (
                  <li key={tag}>
                    <ChoiceLink
                      to={panelHref(view, { kind: "compare", tag }, isHydrated)}
                      replace
                      isChosen={tag === measure.tag}
                    >
                      {title}
                    </ChoiceLink>
                  </li>
                ))}
              </ul>
            </nav>
            <CompareSummary view={view} reading={reading} />
            <ComparePicture view={view} reading={reading} />
            <CompareTable view={view} reading={reading} />
          </div>
        );
      }}
    </PanelContent>
  );
}
