import { PageLink } from "~/ui/page-link";
import type { ReactNode } from "react";
import { profileMessages } from "~/domain/profile-messages";
import { InfoIcon } from "~/ui/icons";
import { ErrorGuard } from "~/rendering/hydration-guard";
import { useHydrated } from "~/rendering/hydration";
import { EntityBlock } from "./entity-block";
import { TrendCaption } from "./figure-trend";
import { InspectableFigures } from "./inspectable-figures";
import { PanelEmpty, PanelError } from "../panel-states";
import { panelHref } from "../profile-links";
import { preloadOnIntent } from "../profile-panel";
import type { PanelProps, ProfileView } from "../profile-view";

const texts = profileMessages.blocks;

/** The long stays have three rates in a row, and so the widest of four columns. */
const CARD =
  "grid gap-6 rounded border border-hairline bg-paper px-4 pb-4 pt-1 md:grid-cols-2 xl:grid-cols-[1fr_0.7fr_1.3fr_1.5fr] print:break-inside-avoid";

/** Whose page it is, and the figures: general, short stay, long stay (R46, R47, R48). */
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

/** Opens the quality score, which is made of the figures of both blocks (R50). */
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
