import { todayWords } from "~/domain/today/today-words";
import { withSearch } from "~/paths";
import { todayPath } from "~/today-paths";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { ResidentCells, ResidentGroup, TodayView } from "./today-view";

const { columns: labels, details, groups: titles } = todayWords;

/** Residents of a part of the list. On paper each has room to write. */
export function ResidentsTable({
  view,
  group: { key, rows, version },
  hasNotes,
}: {
  view: TodayView;
  group: ResidentGroup;
  hasNotes: boolean;
}) {
  const leftOut = new Set<string>([
    view.level === "facility" ? "facility" : "physician",
    key === "attention" ? "" : "why",
    key === "out" ? "long_stay" : "out",
    hasNotes ? "" : "note",
  ]);
  return (
    <DataTable
      id={key}
      title={titles[key]}
      columns={COLUMNS.filter((column) => !leftOut.has(column.key))}
      rows={rows}
      rowKey={({ id }) => id}
      blocksBelow="1024px"
      cachedRows={{ version }}
      {...(key === "others" && { paperHead: paperHead(view) })}
      sort={view.sort}
      sortHref={(column, dir) =>
        withSearch(
          todayPath(view.level, view.id),
          new URLSearchParams([...view.query, ["sort", column], ["dir", dir]]),
        )
      }
    />
  );
}

/** The others go on to further sheets. */
function paperHead({ name, made, narrowedTo }: TodayView): string {
  return [`${todayWords.title} ${name}`, made, narrowedTo]
    .filter(Boolean)
    .join(" · ");
}

const COLUMNS: TableColumn<ResidentCells>[] = [
  {
    key: "name",
    label: labels.name,
    sortable: true,
    cell: ({ name, href, unit }) => (
      <>
        <a href={href}>{name}</a>
        {/* It stays in one piece, on a line of its own where the name leaves no room. */}
        {unit === null ? null : (
          <>
            {" "}
            <span className="inline-block max-w-full text-muted">{unit}</span>
          </>
        )}
      </>
    ),
  },
  {
    key: "why",
    label: labels.why,
    cell: ({ why }) => (
      <ul>
        {why.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    ),
  },
  text("out", labels.out, ({ out }) => out),
  sorted("facility", labels.facility, ({ facility }) => facility),
  { ...sorted("day", labels.day, ({ day }) => day), numeric: true },
  {
    ...sorted("window", labels.window, ({ window }) => window),
    detail: details.window,
  },
  {
    ...sorted("long_stay", labels.long_stay, ({ longStay }) => longStay),
    detail: details.long_stay,
  },
  sorted("frailty", labels.frailty, ({ frailty }) => frailty),
  {
    ...sorted("hospital", labels.hospital, ({ hospital }) => spans(hospital)),
    detail: details.spans,
  },
  { ...sorted("ed", labels.ed, ({ ed }) => spans(ed)), detail: details.spans },
  sorted("note", labels.note, ({ note, isNoteUrgent }) =>
    isNoteUrgent ? <strong>{note}</strong> : note,
  ),
  sorted("physician", labels.physician, ({ physician }) => physician),
  text("writing", labels.writing, () => null),
];

/** What did not happen stands back. */
function spans(shown: string) {
  return shown === "0" ? <span className="text-muted">0</span> : shown;
}

function text(
  key: string,
  label: string,
  cell: TableColumn<ResidentCells>["cell"],
): TableColumn<ResidentCells> {
  return { key, label, cell };
}

function sorted(
  ...column: Parameters<typeof text>
): TableColumn<ResidentCells> {
  return { ...text(...column), sortable: true };
}
