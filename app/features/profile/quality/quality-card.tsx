import { PageLink } from "~/ui/page-link";
import { profileMessages } from "~/domain/profile-messages";
import { Card } from "~/ui/card";
import { lazyComponent } from "~/rendering/lazy-component";
import { StaticPart } from "~/rendering/static-part";
import { Skeleton } from "~/ui/skeleton";
import { useHydrated } from "~/rendering/hydration";
import { PanelContent } from "../panel-states";
import { panelHref } from "../profile-links";
import { preloadOnIntent } from "../profile-panel";
import type { FollowingPanel, PanelProps, QualityView } from "../profile-view";

const texts = profileMessages.quality;

/** A script of its own: the server has drawn the score of a document already. */
const QualityPoints = lazyComponent(
  () => import("./quality-points"),
  (chunk) => chunk.QualityPoints,
);

export function QualityCard({
  view,
  quality,
  isLoading,
}: PanelProps & { quality: FollowingPanel<QualityView> }) {
  const isHydrated = useHydrated();
  const scope = { isnp: view.filters.isnp, isnpFixed: view.isnpFixed };
  const skeleton = <Skeleton lines={6} />;
  return (
    <Card
      headingId="quality"
      heading={texts.card}
      className="print:break-inside-avoid"
      actions={
        <PageLink
          id="open-quality"
          to={panelHref(view, { kind: "quality" }, isHydrated)}
          preventScrollReset
          className="action-link"
          aria-label={`${texts.details}: ${profileMessages.quality.modal}`}
          {...preloadOnIntent}
        >
          {texts.details}
        </PageLink>
      }
    >
      <PanelContent
        view={view}
        panel={quality}
        isLoading={isLoading}
        isBrief
        skeleton={skeleton}
        clearTo={null}
      >
        {(data) => (
          <StaticPart
            id="drawn-quality"
            version={JSON.stringify([view.rendered.keys.quality, scope])}
            fallback={skeleton}
          >
            <QualityPoints quality={data} {...scope} />
          </StaticPart>
        )}
      </PanelContent>
    </Card>
  );
}
