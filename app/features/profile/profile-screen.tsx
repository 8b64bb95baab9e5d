import { memo, Suspense, useState } from "react";
import { latePart } from "~/ui/late-part";
import { DrillDownList } from "./drill-down/drill-down-list";
import { FilterBar } from "./filters/filter-bar";
import { FrailtyCards } from "./frailty-cards";
import { LargeGraphs, SmallGraphs } from "./graphs/graph-section";
import { OverviewCard } from "./overview/overview-card";
import { ProfileHeading } from "./profile-heading";
import { ProfilePanel } from "./profile-panel";
import type { ProfileView } from "./profile-view";
import { useIsLoadingFigures } from "./use-is-loading-figures";
import { useSavedState } from "./saved-state/use-saved-state";

const HUDDLE_ID = "huddle";

const HuddleBoard = latePart(
  () => import("./huddle/huddle-board"),
  (chunk) => chunk.HuddleBoard,
  HUDDLE_ID,
);

/** The memo keeps what the server has rendered, as in the panel that is open. */
const HuddleSheet = memo(function HuddleSheet({ view }: { view: ProfileView }) {
  return (
    <Suspense fallback={null}>
      <HuddleBoard id={HUDDLE_ID} view={view} />
    </Suspense>
  );
});

const FULL_WIDTH = "col-span-full min-w-0";

/** Rows of a list that is about as high as what stands at its right. */
const ROWS_OF_A_COLUMN = 12;

/**
 * The physicians' eleven columns need the whole width, and a short list would leave a hole beside the graphs; what
 * else stands in the right column then stands under it.
 */
function isWide({ level, list }: ProfileView): boolean {
  if (level === "facility") return true;
  return list.state !== "data" || list.data.total < ROWS_OF_A_COLUMN;
}

/** Said once for all panels: that they load, and then what they show. */
function LoadingStatus({
  view,
  isLoading,
}: {
  view: ProfileView;
  isLoading: boolean;
}) {
  const [hasLoaded, setHasLoaded] = useState(false);
  if (isLoading && !hasLoaded) setHasLoaded(true);
  const shown = hasLoaded ? view.paper.head : "";
  return (
    <p aria-live="polite" className="sr-only">
      {isLoading ? "Loading" : shown}
    </p>
  );
}

/** A profile page of any level (dashboard spec §2). */
export function ProfileScreen({ view }: { view: ProfileView }) {
  useSavedState(view);
  const isLoading = useIsLoadingFigures();
  if (view.layout === "huddle") return <HuddleSheet view={view} />;
  const panels = { view, isLoading };
  return (
    <div className="profile" aria-busy={isLoading}>
      <LoadingStatus {...panels} />
      <div className={FULL_WIDTH}>
        <ProfileHeading view={view} />
      </div>
      <ProfilePanel view={view} />
      <div className={FULL_WIDTH}>
        <FilterBar view={view} />
      </div>
      <div className={FULL_WIDTH}>
        <OverviewCard {...panels} />
      </div>
      {isWide(view) ? (
        <>
          <div className={FULL_WIDTH}>
            <DrillDownList {...panels} />
          </div>
          <FrailtyCards {...panels} />
          <SmallGraphs {...panels} />
        </>
      ) : (
        <>
          <div className="profile-list lg:col-span-2 print:col-span-full">
            <DrillDownList {...panels} />
          </div>
          <div className="grid min-w-0 content-start gap-4 print:contents">
            <FrailtyCards {...panels} />
            <SmallGraphs {...panels} />
          </div>
        </>
      )}
      <LargeGraphs {...panels} />
    </div>
  );
}
