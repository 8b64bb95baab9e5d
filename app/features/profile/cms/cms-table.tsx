import { CMS_TEXTS } from "~/features/profile/rules/cms/cms-words";
import { HowToRead } from "~/ui/how-to-read";
import { DataTable } from "~/ui/table";
import type { CmsView } from "./shown-cms";

export const CMS_TITLE = "What CMS publishes";

/** Each measure of CMS beside the page's own rate, with both periods, and how they differ in kind. */
export function CmsTable({ cms }: { cms: CmsView }) {
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
        blocksBelow="1024px"
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
