import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useArrived, WHOLE_PAGE_ID } from "~/rendering/deferred-data";
import { lazyComponent } from "~/rendering/lazy-component";
import { CmsCard } from "./cms/cms-card";
import { DrillDownList } from "./drill-down/drill-down-list";
import { LargeGraphs, SmallGraphs } from "./graphs/graph-section";
import { OverviewCard } from "./overview/overview-card";
import { LeftOutParts } from "./left-out-parts";
import { LateNewerData } from "./newer-data/late-newer-data";
import { ProfileHeading } from "./profile-heading";
import { ProfilePanel } from "./profile-panel";
import { ownHref } from "./profile-links";
import type { PanelProps, ProfileView, SentView } from "./profile-view";
import { useShownView } from "./shown-view";
import { QualityCard } from "./quality/quality-card";
import { useIsLoadingFigures, PanelContent } from "./panel-states";
import { useSavedState } from "./saved-state/use-saved-state";
import {
  FRAILTY_BANDS,
  FRAILTY_WORDS,
  type FrailtyBand,
} from "~/domain/frailty";
import { Card } from "~/ui/card";
import { Chip, type Tone } from "~/ui/chip";
import { Skeleton } from "~/ui/skeleton";

const TONES: Record<FrailtyBand, Tone> = {
  high: "bad",
  medium: "warn",
  low: "good",
};

function FrailtyCards({ view, isLoading }: PanelProps) {
  return (
    <Card
      headingId="frailty"
      heading="Frailty"
      className="print:break-inside-avoid"
    >
      <PanelContent
        view={view}
        panel={view.frailty}
        isLoading={isLoading}
        isBrief
        skeleton={<Skeleton lines={2} />}
      >
        {(frailty) => (
          <>
            <ul role="list" className="frailty-bands">
              {FRAILTY_BANDS.map((band) => (
                <li key={band}>
                  <Chip tone={TONES[band]}>{FRAILTY_WORDS[band]}</Chip>
                  <p className="text-lg font-medium">{frailty[band]}</p>
                </li>
              ))}
            </ul>
            {frailty.unscored === null ? null : (
              <p className="mt-2 text-sm text-muted">
                {`${frailty.unscored} without a score`}
              </p>
            )}
          </>
        )}
      </PanelContent>
    </Card>
  );
}

const HUDDLE_ID = "huddle";

const HuddleBoard = lazyComponent(
  () => import("./huddle/huddle-board"),
  (chunk) => chunk.HuddleBoard,
  HUDDLE_ID,
);

/** The rows that fill a column next to the scores and small graphs. */
const ROWS_OF_A_COLUMN = 28;

/** The physicians' eleven columns need the whole width, and a short list would leave a hole beside the graphs. */
function isWide({ level, list, isListLate }: ProfileView): boolean {
  if (level === "facility" || isListLate) return true;
  return list.state !== "data" || list.data.total < ROWS_OF_A_COLUMN;
}

function LoadingStatus({ view, isLoading }: PanelProps) {
  const [hasLoaded, setHasLoaded] = useState(false);
  if (isLoading && !hasLoaded) setHasLoaded(true);
  const shown = hasLoaded ? view.paper.head : "";
  return (
    <p aria-live="polite" className="sr-only">
      {isLoading ? "Loading" : shown}
    </p>
  );
}

export function ProfilePage() {
  const sent = useLoaderData<() => Promise<SentView>>();
  const now = useArrived(sent);
  const view = useShownView(now);
  return (
    <>
      <ProfileScreen view={view} />
      <LeftOutParts sent={sent} now={now} />
      <LateNewerData view={view} />
    </>
  );
}

function isFollowed(view: ProfileView): boolean {
  const parts = Object.values(view) as ({ state?: unknown } | null)[];
  return parts.some((part) => part?.state === "late");
}

export function ProfileScreen({ view }: { view: ProfileView }) {
  useSavedState(view);
  const isLoading = useIsLoadingFigures();
  if (view.layout === "huddle")
    return <HuddleBoard id={HUDDLE_ID} view={view} />;
  const panels = { view, isLoading };
  const isWaiting = isFollowed(view);
  const scoresAndSmallGraphs = (
    <>
      {view.quality ? <QualityCard quality={view.quality} {...panels} /> : null}
      <FrailtyCards {...panels} />
      <SmallGraphs {...panels} />
    </>
  );
  return (
    <div className="profile" aria-busy={isLoading || isWaiting}>
      <LoadingStatus view={view} isLoading={isLoading || isWaiting} />
      <ProfileHeading view={view} />
      <p className="hidden print:block">{view.paper.filters}</p>
      <ProfilePanel view={view} />
      <OverviewCard {...panels} />
      {isWide(view) ? (
        <>
          <DrillDownList {...panels} />
          <div className={view.quality ? "profile-row scored" : "profile-row"}>
            {scoresAndSmallGraphs}
          </div>
        </>
      ) : (
        <div className="profile-columns">
          <DrillDownList {...panels} />
          <div className="beside-list">
            <div className="profile-side">{scoresAndSmallGraphs}</div>
          </div>
        </div>
      )}
      <div className="profile-large">
        <LargeGraphs {...panels} />
      </div>
      {view.cms ? <CmsCard cms={view.cms} {...panels} /> : null}
      {isWaiting ? (
        // Shown if the rest of the page fails to arrive. Only the server needs the address.
        <p className="whole-page">
          Still loading?{" "}
          <a id={WHOLE_PAGE_ID} href={ownHref(view, { whole: "1" })}>
            Load the whole page
          </a>
        </p>
      ) : null}
    </div>
  );
}
