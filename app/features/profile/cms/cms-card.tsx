import { Card } from "~/ui/card";
import { StaticPart } from "~/rendering/static-part";
import { Skeleton } from "~/ui/skeleton";
import { PanelContent } from "../panel-states";
import type { FollowingPanel, PanelProps } from "../profile-view";
import { CMS_TITLE, CmsTable } from "./cms-table";
import type { CmsView } from "./shown-cms";

/** What CMS publishes of a facility (R387); nothing until it is known that there is something. */
export function CmsCard({
  view,
  cms,
  isLoading,
}: PanelProps & { cms: FollowingPanel<CmsView> }) {
  if (cms.state === "late") return null;
  const skeleton = <Skeleton lines={6} />;
  return (
    <Card headingId="cms" heading={CMS_TITLE} className="print:hidden">
      <PanelContent
        view={view}
        panel={cms}
        isLoading={isLoading}
        isBrief
        skeleton={skeleton}
        clearTo={null}
      >
        {(data) => (
          <StaticPart
            id="drawn-cms"
            version={view.rendered.keys.cms ?? ""}
            fallback={null}
          >
            <CmsTable cms={data} />
          </StaticPart>
        )}
      </PanelContent>
    </Card>
  );
}
