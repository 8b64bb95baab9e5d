import { PanelContent } from "../panel-states";
import type { FollowingPanel, PanelProps, CmsView } from "../profile-view";
import { CMS_TEXTS } from "../rules/cms/cms-words";
import { StaticPart } from "~/rendering/static-part";
import { Card } from "~/ui/card";
import { HowToRead } from "~/ui/how-to-read";
import { Skeleton } from "~/ui/skeleton";
import { DataTable } from "~/ui/table";

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

const CMS_TITLE = "What CMS publishes";

function CmsTable({ cms }: { cms: CmsView }) {
  return (
    <>
      <p className="mb-3 text-sm text-muted">{cms.kinds}</p>
      <DataTable
        id="cms-measures"
        title={CMS_TITLE}
        columns={[
          {
            key: "measure",
            label: "Measure",
            cell: ({ name }) => name,
          },
          ...cms.heads.map((label, place) => ({
            key: label,
            label,
            numeric: true,
            cell: ({ cells }: CmsView["rows"][number]) => cells[place],
          })),
        ]}
        rows={cms.rows}
        rowKey={({ measure }) => measure}
      />
      {cms.notes.length > 0 ? (
        <ul className="mt-3 space-y-1 text-sm text-muted">
          {cms.notes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
      <div className="mt-3">
        <HowToRead title={CMS_TEXTS.method} paragraphs={cms.method} />
      </div>
    </>
  );
}
