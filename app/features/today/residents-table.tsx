import { todayWords as words } from "./rules/words";
import { withSearch } from "~/paths";
import { todayPath } from "~/today-paths";
import { Chip } from "~/ui/chip";
import { TEXT_LINK } from "~/ui/link-classes";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { MeetingCell } from "./meeting-cell";
import type { ResidentCells, ResidentGroup, TodayView } from "./view";

const { columns: labels, details, groups: titles } = words;

/** Residents of a part of the list. On paper each who is to be discussed has room to write. */
export function ResidentsTable({
  view,
  group: { key, rows, version, isByUnit, alike },
  typed,
}: {
  view: TodayView;
  group: ResidentGroup;
  /** Lines that were not saved, by stay. */
  typed: Record<number, string>;
}) {
  const shown = rows.map((row) => ({
    ...row,
    typed: typed[row.id] ?? row.typed,
  }));
  const isOfFacility = view.level === "facility";
  return (
    <DataTable
      id={key}
      title={titles[key]}
      columns={COLUMNS[key].filter(
        (column) =>
          column.key !== (isOfFacility ? "facility" : "physician") &&
          !alike.includes(column.key),
      )}
      rows={shown}
      rowKey={({ id }) => id}
      blocksBelow="1024px"
      cachedRows={{ version: `${version} ${JSON.stringify(typed)}` }}
      groupOf={isByUnit ? unitOf : undefined}
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

function unitOf({ unit }: ResidentCells): string {
  return unit ?? words.noUnit;
}

/** The others go on to further sheets. */
function paperHead({ name, made, narrowedTo }: TodayView): string {
  return [`${words.title} ${name}`, made, narrowedTo]
    .filter(Boolean)
    .join(" · ");
}

type Column = TableColumn<ResidentCells>;

function text(key: string, label: string, cell: Column["cell"]): Column {
  return { key, label, cell };
}

function sorted(...column: Parameters<typeof text>): Column {
  return { ...text(...column), sortable: true };
}

/** What did not happen stands back. */
function spans(shown: string) {
  return shown === "0" ? <span className="text-muted">0</span> : shown;
}

function Note({ cells: { note, isNoteUrgent } }: { cells: ResidentCells }) {
  return isNoteUrgent ? <strong>{note}</strong> : note;
}

/** In one piece, on a line of its own where the name leaves no room. */
function Beside({ text: beside }: { text: string | null }) {
  return beside === null ? null : (
    <>
      {" "}
      <span className="inline-block max-w-full text-muted">{beside}</span>
    </>
  );
}

const NAME = sorted("name", labels.name, ({ name, href, unit }) => (
  <>
    <a href={href}>{name}</a>
    <Beside text={unit} />
  </>
));
/** Who is to be called. */
const NAME_TO_DISCUSS = {
  ...NAME,
  cell: ({ name, href, physician }: ResidentCells) => (
    <>
      <a href={href}>{name}</a>
      <Beside text={physician} />
    </>
  ),
};
const FACILITY = sorted("facility", labels.facility, (row) => row.facility);
const DAY: Column = {
  ...sorted("day", labels.day, ({ day }) => day),
  numeric: true,
};
const WINDOW: Column = {
  ...sorted("window", labels.window, ({ window }) => window),
  detail: details.window,
};
const LONG_STAY: Column = {
  ...sorted("long_stay", labels.long_stay, ({ longStay }) => longStay),
  detail: details.long_stay,
};
const FRAILTY = sorted("frailty", labels.frailty, ({ frailty }) => frailty);
const SPANS: Column[] = [
  {
    ...sorted("hospital", labels.hospital, ({ hospital }) => spans(hospital)),
    detail: details.spans,
  },
  { ...sorted("ed", labels.ed, ({ ed }) => spans(ed)), detail: details.spans },
];
const NOTE = sorted("note", labels.note, (cells) => <Note cells={cells} />);
const MEETING: Column = {
  ...text("writing", labels.writing, (cells) => <MeetingCell cells={cells} />),
  detail: details.writing,
};

const COLUMNS: Record<ResidentGroup["key"], Column[]> = {
  attention: [
    NAME_TO_DISCUSS,
    text("why", labels.why, (cells) => <Why cells={cells} />),
    FACILITY,
    ...[DAY, WINDOW, LONG_STAY, FRAILTY, ...SPANS, MEETING],
  ],
  out: [
    NAME,
    text("out", labels.out, ({ out }) => out),
    text("review", labels.review, ({ reviewHref, name }) =>
      reviewHref === null ? null : (
        <a
          href={reviewHref}
          className={TEXT_LINK}
          aria-label={`${labels.review}: ${name}`}
        >
          {labels.review}
        </a>
      ),
    ),
    FACILITY,
    ...[DAY, WINDOW, FRAILTY, ...SPANS, NOTE, MEETING],
  ],
  others: [
    NAME,
    FACILITY,
    ...[DAY, WINDOW, LONG_STAY, FRAILTY, ...SPANS, NOTE],
    sorted("physician", labels.physician, ({ physician }) => physician),
  ],
};

function Why({ cells }: { cells: ResidentCells }) {
  return (
    <>
      <ul role="list" className="flex flex-wrap gap-1">
        {cells.why.map(({ text: reason, tone }) => (
          <li key={reason}>
            <Chip tone={tone}>{reason}</Chip>
          </li>
        ))}
      </ul>
      {cells.noteText === null ? null : <p>{cells.noteText}</p>}
      {cells.note === "" || cells.noteText !== null ? null : (
        <p className="text-muted">{`${labels.note} ${cells.note}`}</p>
      )}
    </>
  );
}
