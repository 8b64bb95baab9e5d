import { DataTable } from "~/ui/table";
import type { CmsView } from "./shown-cms";

export const CMS_TITLE = "What CMS publishes";

/** Each measure of CMS beside the page's own rate, with both periods, and how they differ in kind. */
export function CmsTable({ cms }: { cms: CmsView }) {
  return (
    <>
      <Sentences texts={cms.kinds} />
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
      <Sentences texts={cms.notes} />
    </>
  );
}

function Sentences({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="my-3 space-y-1 text-sm text-muted">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
