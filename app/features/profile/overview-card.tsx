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
    <section
      aria-labelledby="overview"
      className="grid gap-x-6 gap-y-5 rounded border border-hairline bg-paper p-4 md:grid-cols-2 xl:grid-cols-4"
    >
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
  return metrics.state === "empty" ? (
    <PanelEmpty view={view} />
  ) : (
    <PanelError view={view} />
  );
}

/** Two columns; a figure too long for its half takes a row of its own, and none is ever broken in two. */
const TWO_IN_A_ROW =
  "flex flex-wrap gap-x-4 gap-y-2 [&>*]:min-w-max [&>*]:flex-1 [&>*]:basis-2/5";

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
    <FigureList className={TWO_IN_A_ROW}>
      {figuresOf(block).map((figure) => (
        <Figure key={figure.tag} label={figure.label}>
          {isLoading ? <FigureSkeleton /> : figureText(figure, metrics)}
        </Figure>
      ))}
    </FigureList>
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
