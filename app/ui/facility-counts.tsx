import { CELL_LINK, TEXT_LINK } from "./link-classes";
import { PageLink } from "./page-link";
import { DataTable, type TableProps } from "./table";

interface Facility<Key extends string> {
  id: number;
  name: string;
  href: string;
  counts: Record<Key, { text: string; href: string | null }>;
}

/** Facilities with counts that lead to what they count. */
export function FacilityCounts<Key extends string>({
  heading,
  columns,
  ...table
}: Pick<TableProps<Facility<Key>>, "id" | "title" | "rows"> & {
  heading: string;
  columns: readonly { key: Key; label: string }[];
}) {
  return (
    <DataTable
      {...table}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "facility",
          label: heading,
          cell: ({ href, name }) => (
            <PageLink to={href} className={CELL_LINK}>
              {name}
            </PageLink>
          ),
        },
        ...columns.map(({ key, label }) => ({
          key,
          label,
          numeric: true,
          cell: ({ name, counts }: Facility<Key>) => {
            const { text, href } = counts[key];
            if (href === null) {
              return text === "0" ? (
                <span className="text-muted">{text}</span>
              ) : (
                text
              );
            }
            return (
              <PageLink
                to={href}
                className={TEXT_LINK}
                aria-label={`${text} ${label}, ${name}`}
              >
                {text}
              </PageLink>
            );
          },
        })),
      ]}
    />
  );
}
