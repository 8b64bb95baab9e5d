import { Link } from "@remix-run/react";
import { messages } from "~/domain/messages";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { latePart } from "~/ui/late-part";
import { ServerDrawn } from "~/ui/server-drawn";
import { Skeleton } from "~/ui/skeleton";
import { useHydrated } from "~/ui/hydration";
import { PanelError } from "../panel-states";
import { panelHref } from "../profile-links";
import { preloadOnIntent } from "../profile-panel";
import type { FollowingPanel, ProfileView, QualityView } from "../profile-view";

const texts = messages.quality;

/** Words and bars of the score have a script of their own. In a document the server has drawn them. */
const QualityPoints = latePart(
  () => import("./quality-points"),
  (chunk) => chunk.QualityPoints,
);

/** The quality score of the page, with a link to the whole of it. */
export function QualityCard({
  view,
  quality,
  isLoading,
}: {
  view: ProfileView;
  quality: FollowingPanel<QualityView>;
  isLoading: boolean;
}) {
  const isHydrated = useHydrated();
  return (
    <Card
      headingId="quality"
      heading={texts.card}
      className="print:break-inside-avoid"
      actions={
        <Link
          id="open-quality"
          to={panelHref(view, { kind: "quality" }, isHydrated)}
          preventScrollReset
          className="action-link"
          aria-label={`${texts.details}: ${messages.profile.qualityModal}`}
          {...preloadOnIntent}
        >
          {texts.details}
        </Link>
      }
    >
      {isLoading ? SKELETON : <Content view={view} quality={quality} />}
    </Card>
  );
}

/** As high as the points that replace it. */
const SKELETON = <Skeleton lines={6} />;

function Content({
  view,
  quality,
}: {
  view: ProfileView;
  quality: FollowingPanel<QualityView>;
}) {
  const { filters, isnpFixed } = view;
  const scope = { isnp: filters.isnp, isnpFixed };
  switch (quality.state) {
    case "error":
      return <PanelError view={view} isBrief />;
    case "empty":
      return <EmptyState message={messages.panel.empty} isBrief />;
    case "late":
      return SKELETON;
    case "data":
      return (
        <ServerDrawn
          id="drawn-quality"
          version={JSON.stringify([quality.data, scope])}
          fallback={SKELETON}
        >
          <QualityPoints quality={quality.data} {...scope} />
        </ServerDrawn>
      );
  }
}
