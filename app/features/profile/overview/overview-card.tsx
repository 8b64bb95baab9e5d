import type { ReactNode } from "react";
import { messages } from "~/domain/messages";
import { profileMessages } from "~/domain/profile-messages";
import { PanelEmpty, PanelError } from "../panel-states";
import { panelHref, ownQuery } from "../profile-links";
import { preloadOnIntent } from "../profile-panel";
import type {
  PanelProps,
  ProfileView,
  StarRatings,
  FigureView,
} from "../profile-view";
import { useHydrated } from "~/rendering/hydration";
import { ErrorGuard } from "~/rendering/hydration-guard";
import { lazyComponent } from "~/rendering/lazy-component";
import { StaticPart } from "~/rendering/static-part";
import { BrandMark } from "~/ui/brand-mark";
import { InfoIcon } from "~/ui/icons";
import { PageLink } from "~/ui/page-link";
import { TrendCaption, FigureTrend } from "./figure-trend";
import {
  FIGURE_LABELS,
  type FigureLabel,
} from "~/domain/figures/figure-labels.data";
import type { FigureBlock } from "~/domain/figures/metrics";
import { findGraphOfRate } from "~/domain/graphs/rate-graphs";
import { inspectorOpenerId, PANEL_ID, panelParameter } from "../open-panel";
import { profilePath } from "~/paths";
import { Figure, FigureList } from "~/ui/figure";
import { PageForm } from "~/ui/page-form";

const Ratings = lazyComponent(
  () => import("./place-ratings"),
  (chunk) => chunk.PlaceRatings,
);

function EntityBlock({ view }: { view: ProfileView }) {
  const { entity } = view;
  switch (entity.kind) {
    case "company":
      return (
        <div className="flex flex-wrap items-center gap-x-3">
          <BrandMark className="h-16 w-16" />
          <p className="text-xl font-semibold">{entity.companyName}</p>
        </div>
      );
    case "place":
      return (
        <div className="min-w-0">
          <h3 className="text-lg font-semibold">{entity.name}</h3>
          {entity.parents.map((parent) => (
            <p key={parent} className="text-sm text-muted">
              {parent}
            </p>
          ))}
          {entity.ratings ? (
            <StaticPart
              id="ratings"
              version={JSON.stringify(entity.ratings)}
              fallback={<RatingsRoom ratings={entity.ratings} />}
            >
              <Ratings ratings={entity.ratings} />
            </StaticPart>
          ) : null}
        </div>
      );
    case "physician":
      return (
        <div className="min-w-0">
          <h3 className="text-lg font-semibold">{entity.name}</h3>
          <dl className="mt-1 text-sm">
            <Fact label="Primary specialty" values={[entity.specialty]} />
            <Fact label="Employer" values={[entity.employer]} />
            <Fact
              label={entity.facilities.length === 1 ? "Facility" : "Facilities"}
              values={entity.facilities}
            />
          </dl>
        </div>
      );
    case "no-physician":
      return (
        <div className="min-w-0">
          <h3 className="text-lg font-semibold">{messages.noPhysician}</h3>
          {entity.facility ? (
            <p className="text-sm text-muted">
              {messages.profile.facility}: {entity.facility}
            </p>
          ) : null}
        </div>
      );
    case "physician-error":
      return <PanelError view={view} isBrief />;
    case "physician-empty":
      return <PanelEmpty view={view} isBrief />;
  }
}

function RatingsRoom({ ratings }: { ratings: StarRatings }) {
  return (
    <>
      <div className="mt-2 h-[7.225rem]" />
      {ratings.marks.map((mark) => (
        <div key={mark} className="h-5" />
      ))}
      {ratings.date ? <div className="h-5" /> : null}
    </>
  );
}

function Fact({ label, values }: { label: string; values: (string | null)[] }) {
  const known = values.filter((value) => value !== null);
  return (
    <div className="mt-1">
      <dt className="text-muted">{label}</dt>
      {known.length === 0 ? <dd>{messages.unknown}</dd> : null}
      {known.map((value, place) => (
        <dd key={place}>{value}</dd>
      ))}
    </div>
  );
}

const texts = profileMessages.blocks;

/** The long stays have three rates in a row, and so the widest of four columns. */
const CARD =
  "grid gap-6 rounded border border-hairline bg-paper px-4 pb-4 pt-1 md:grid-cols-2 xl:grid-cols-[1fr_0.7fr_1.3fr_1.5fr] print:break-inside-avoid";

export function OverviewCard({ view, ...page }: PanelProps) {
  const { figures, metrics } = view;
  const isLoading = page.isLoading || metrics.state === "late";
  const shared = { view, isLoading };
  return (
    <section aria-labelledby="overview" className={CARD}>
      <h2 id="overview" className="sr-only">
        Overview
      </h2>
      <div className="entity">
        <EntityBlock view={view} />
      </div>
      <ErrorGuard part="panel">
        <Block heading={texts.general}>
          <GeneralFigures view={view} isLoading={isLoading} />
        </Block>
        <Block
          heading={texts.shortStay}
          aside={<QualityLink id="open-quality-short" view={view} />}
        >
          <InspectableFigures block="short" {...shared} />
        </Block>
        <Block
          heading={texts.longStay}
          aside={<QualityLink id="open-quality-long" view={view} />}
        >
          <InspectableFigures block="long" {...shared} />
        </Block>
        {isLoading ? null : <TrendCaption figures={figures} />}
      </ErrorGuard>
    </section>
  );
}

function Block({
  heading,
  aside,
  children,
}: {
  heading: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <div className="mb-1 flex min-h-7 items-center gap-1 border-b border-hairline">
        <h3 className="font-semibold">{heading}</h3>
        {aside}
      </div>
      {children}
    </div>
  );
}

function QualityLink({ id, view }: { id: string; view: ProfileView }) {
  return (
    <PageLink
      id={id}
      to={panelHref(view, { kind: "quality" }, useHydrated())}
      preventScrollReset
      title={profileMessages.quality.modal}
      className="info-link"
      {...preloadOnIntent}
    >
      <InfoIcon />
      <span className="sr-only">{profileMessages.quality.modal}</span>
    </PageLink>
  );
}

function GeneralFigures({ view, isLoading }: PanelProps) {
  const { metrics } = view;
  if (isLoading || metrics.state === "data") {
    return (
      <InspectableFigures block="general" view={view} isLoading={isLoading} />
    );
  }
  return (
    <div className="min-h-[9rem]">
      {metrics.state === "empty" ? (
        <PanelEmpty view={view} isBrief />
      ) : (
        <PanelError view={view} isBrief />
      )}
    </div>
  );
}

function InspectableFigures({
  block,
  view,
  isLoading,
}: PanelProps & { block: FigureBlock }) {
  const { figures } = view;
  return (
    <FigureList className={`overview-figures grid gap-x-4 gap-y-2 ${block}`}>
      {figures.blocks[block].map((figure) => (
        <Figure
          key={figure.tag}
          className={isRate(figure) ? "figure-lead" : undefined}
          label={<Label {...FIGURE_LABELS[figure.tag]} />}
          note={isLoading ? null : <FigureTrend figure={figure} view={view} />}
        >
          {isLoading ? (
            <FigureSkeleton figure={figure} />
          ) : (
            <InspectForm view={view} figure={figure} />
          )}
        </Figure>
      ))}
    </FigureList>
  );
}

function isRate({ tag }: FigureView): boolean {
  return findGraphOfRate(tag) !== null;
}

function Label({ label, hint }: FigureLabel) {
  return hint ? (
    <abbr title={hint} className="no-underline">
      {label}
    </abbr>
  ) : (
    label
  );
}

function FigureValue({ text }: { text: string }) {
  const [count, rate] = text.split(" / ");
  if (rate === undefined) return text;
  return (
    <>
      <span className="figure-count">
        {count}
        <span className="sr-only"> / </span>
      </span>
      <span>{rate}</span>
    </>
  );
}

function FigureSkeleton({ figure }: { figure: FigureView }) {
  const hasCount = figure.text.includes(" / ");
  const height = hasCount ? "h-12" : isRate(figure) ? "h-8" : "h-5";
  return (
    <span
      className={`my-1 block w-16 rounded bg-hairline motion-safe:animate-pulse ${height}`}
    >
      <span className="sr-only">Loading</span>
    </span>
  );
}

/** The button has no name, because lynx would show the value that goes with it. Without scripts the page lands at the open panel. */
function InspectForm({
  view,
  figure: { tag, text },
}: {
  view: ProfileView;
  figure: FigureView;
}) {
  const path = profilePath(view.level, view.id);
  return (
    <PageForm
      action={useHydrated() ? path : `${path}#${PANEL_ID}`}
      preventScrollReset
      // One button each: ten forms would be heard as ten parts of the page.
      role="none"
    >
      {[...ownQuery(view), panelParameter({ kind: "inspect", tag })].map(
        ([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      <button
        type="submit"
        id={inspectorOpenerId(tag)}
        // What lynx writes in front of it.
        value="Inspect"
        disabled={text === messages.unknown}
        aria-label={`${FIGURE_LABELS[tag].label}: ${text}, inspect`}
        className="figure-button"
        {...preloadOnIntent}
      >
        <FigureValue text={text} />
      </button>
    </PageForm>
  );
}
