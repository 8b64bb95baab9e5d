import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import {
  compareTitle,
  onlyOneSentence,
  standOutSentence,
} from "~/domain/figures/compare-words";
import { childLevelOf } from "~/domain/places/hierarchy";
import { messages } from "~/domain/messages";
import type { RateTag } from "~/domain/graphs/rate-graphs";
import {
  findRateMeasure,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import { Sheet } from "~/ui/sheet";
import { Skeleton } from "~/ui/skeleton";
import { CompareMeasures } from "./compare-measures";
import { ComparePicture } from "./compare-picture";
import { compareReading } from "./compare-reading";
import { CompareSummary } from "./compare-summary";
import { CompareTable } from "./compare-table";
import { COMPARE_LINK_ID, PANEL_ID } from "../open-panel";
import { PanelContent } from "../panel-states";
import type { ProfileView } from "../profile-view";

/** As high as what follows: sentences, picture and the first rows. */
const SKELETON_ROWS = 16;

/** A level's children by one of their rates, with the limits of chance, in place of a league table. */
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
  const measure = inWordsOf(view, found);
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

/** Says of which admissions the percentages are, where the host knows. */
function inWordsOf(
  { compare }: ProfileView,
  measure: RateMeasure,
): RateMeasure {
  const isSettled = compare?.state === "data" && compare.data.awaited !== null;
  if (measure.chart !== "p" || !isSettled) return measure;
  const denominatorWords = `${measure.denominatorWords} whose 30 days are over`;
  return { ...measure, denominatorWords };
}

/** Scripts open the panel at once, without its figures: they are asked for then. */
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

/** Announces what comes later. What the panel opened with is read with the panel. */
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
            <CompareMeasures view={view} current={measure.tag} />
            <CompareSummary view={view} reading={reading} />
            <ComparePicture view={view} reading={reading} />
            <CompareTable view={view} reading={reading} />
          </div>
        );
      }}
    </PanelContent>
  );
}
