import type { ReactNode } from "react";
import type { Metrics } from "~/contract/metrics";
import { messages } from "~/domain/messages";
import {
  EMPTY_METRICS,
  figureText,
  type FigureBlock,
  type OverviewMetrics,
} from "~/domain/metrics";
import { figuresOf } from "~/domain/overview-figures";
import { Figure, FigureList } from "~/ui/figure";
import { EntityBlock } from "./entity-block";
import { PanelEmpty, PanelError } from "./panel-states";
import type { PanelView, ProfileView } from "./profile-view";

const texts = messages.profile;

/** The short stays have the longest figures, 'count / rate', and so the widest of four columns. */
const CARD =
  "grid gap-x-6 gap-y-5 rounded border border-hairline bg-paper p-4 md:grid-cols-2 xl:grid-cols-[1fr_1fr_1.3fr_1fr] print:break-inside-avoid";

/** Whose page it is, and the figures: general, short stay, long stay (dashboard spec §2). */
export function OverviewCard({
  view,
  isLoading,
}: {
  view: ProfileView;
  isLoading: boolean;
}) {
  const metrics = stayMetrics(view.metrics);
  return (
    <section aria-labelledby="overview" className={CARD}>
      <h2 id="overview" className="sr-only">
        Overview
      </h2>
      <EntityBlock view={view} />
      <Block heading={texts.general}>
        <GeneralFigures view={view} isLoading={isLoading} />
      </Block>
      <Block heading={texts.shortStay}>
        <Figures block="short" metrics={metrics} isLoading={isLoading} />
      </Block>
      <Block heading={texts.longStay}>
        <Figures block="long" metrics={metrics} isLoading={isLoading} />
      </Block>
    </section>
  );
}

/** What the short-stay and long-stay blocks show: 'Unknown' (null) on error, zeros on empty (dashboard spec §4). */
function stayMetrics(panel: PanelView<Metrics>): OverviewMetrics | null {
  if (panel.state === "data") return panel.data;
  return panel.state === "empty" ? EMPTY_METRICS : null;
}

function Block({
  heading,
  children,
}: {
  heading: string;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 border-b border-hairline pb-1 font-semibold">
        {heading}
      </h3>
      {children}
    </div>
  );
}

function GeneralFigures({
  view,
  isLoading,
}: {
  view: ProfileView;
  isLoading: boolean;
}) {
  const { metrics } = view;
  if (isLoading || metrics.state === "data") {
    const known = metrics.state === "data" ? metrics.data : EMPTY_METRICS;
    return <Figures block="general" metrics={known} isLoading={isLoading} />;
  }
  return (
    <div className="min-h-[6.4rem]">
      {metrics.state === "empty" ? (
        <PanelEmpty view={view} isBrief />
      ) : (
        <PanelError view={view} isBrief />
      )}
    </div>
  );
}

/** Every figure has its place, whatever its length; 'count / rate' needs a phone's whole width. */
const LAYOUT: Record<FigureBlock, string> = {
  general: "grid grid-cols-2 gap-x-4 gap-y-2",
  short: "grid gap-x-4 gap-y-2 sm:grid-cols-2",
  long: "grid grid-cols-2 gap-x-4 gap-y-2",
};

function Figures({
  block,
  metrics,
  isLoading,
}: {
  block: FigureBlock;
  metrics: OverviewMetrics | null;
  isLoading: boolean;
}) {
  return (
    <FigureList className={LAYOUT[block]}>
      {figuresOf(block).map((figure) => (
        <Figure key={figure.tag} label={figure.label}>
          {isLoading ? (
            <FigureSkeleton />
          ) : (
            <FigureValue text={figureText(figure, metrics)} />
          )}
        </Figure>
      ))}
    </FigureList>
  );
}

/** A count and its rate, '12 / 21.43%', are set apart, so that they are not read as '12 of 21'. */
function FigureValue({ text }: { text: string }) {
  const [count, rate] = text.split(" / ");
  if (rate === undefined) return text;
  return (
    <span className="whitespace-nowrap">
      {count}
      <span className="font-normal text-muted">
        <span className="text-control"> / </span>
        {rate}
      </span>
    </span>
  );
}

/** As high as the figure that replaces it. */
function FigureSkeleton() {
  return (
    <span className="my-1 block h-5 w-16 rounded bg-hairline motion-safe:animate-pulse">
      <span className="sr-only">Loading</span>
    </span>
  );
}
