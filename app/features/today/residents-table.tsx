import { useRef, useState } from "react";
import { lineText, LONGEST_LINE, todayWords as words } from "./rules/words";
import { useBeforeShown } from "~/rendering/hydration";
import { Button } from "~/ui/button";
import type {
  ResidentCells,
  ResidentGroup,
  TodayView,
} from "./load-today.server";
import type { TypedLine } from "./save-discussions.server";
import { placePath } from "~/paths";
import { Chip } from "~/ui/chip";
import { TEXT_LINK } from "~/ui/link-classes";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";

const { discuss: lineWords, columns } = words;

/** A line that somebody else has written since fills an untouched field, and stands beside a touched one. */
function useLine(stored: string, typed: TypedLine | null) {
  const field = useRef<HTMLInputElement>(null);
  const [was, setWas] = useState(
    typed && typed.text !== stored ? typed.was : stored,
  );
  useBeforeShown(() => {
    const { current } = field;
    if (!current || was === stored) return;
    const shown = lineText(current.value);
    if (shown === was) current.value = stored;
    if (shown === was || shown === stored) setWas(stored);
  }, [was, stored]);
  return { field, was };
}

/** Its fields belong to the form around the lists, so that any button saves all lines. */
function MeetingCell({
  cells: { id, name, discussed, line, typed },
}: {
  cells: ResidentCells;
}) {
  const { field: ref, was } = useLine(line.text, typed);
  const field = `line-${id}`;
  return (
    <div className="meeting flex flex-wrap items-center gap-1" id={`r${id}`}>
      {was === "" ? null : (
        <input type="hidden" name={`was-${id}`} value={was} />
      )}
      <label
        htmlFor={field}
        className="w-full text-muted lg:hidden print:hidden"
      >
        {columns.writing}
      </label>
      <input
        ref={ref}
        type="text"
        id={field}
        name={field}
        defaultValue={typed?.text ?? line.text}
        className="min-h-9 w-full rounded border border-control bg-paper px-2 text-ink touch:min-h-10"
        size={80}
        maxLength={LONGEST_LINE}
        autoComplete="off"
        aria-label={`${columns.writing}: ${name}`}
        aria-describedby={line.by === "" ? undefined : `${field}-by`}
      />
      <Button
        name={discussed === null ? "discussed" : "undo"}
        value={id}
        aria-label={`${discussed === null ? lineWords.tick : lineWords.undo}: ${name}`}
      >
        {discussed === null ? lineWords.tick : lineWords.undo}
      </Button>
      {discussed === null ? null : (
        <p className="flex-1 text-good">{`✓ ${discussed}`}</p>
      )}
      {line.text === "" ? null : (
        // A field would be cut off on paper.
        <p className="hidden w-full print:block">{line.text}</p>
      )}
      {line.by === "" ? null : (
        <p id={`${field}-by`} className="w-full text-muted">
          {line.by}
        </p>
      )}
      {was === line.text ? null : (
        <>
          <input type="hidden" name={`now-${id}`} value={line.text} />
          <p className="text-bad">{lineWords.now(line.text)}</p>
          <Button
            variant="quiet"
            name="replace"
            value={id}
            aria-label={`${lineWords.replace}: ${name}`}
          >
            {lineWords.replace}
          </Button>
        </>
      )}
    </div>
  );
}

const { columns: labels, details, groups: titles } = words;

/** Paper has room to write beside those to be discussed. */
export function ResidentsTable({
  view,
  group: { key, rows, version, isByUnit, alike },
  typed,
}: {
  view: TodayView;
  group: ResidentGroup;
  /** Lines that were not saved, by stay. */
  typed: Record<number, TypedLine>;
}) {
  const shown = rows.map((row) => ({
    ...row,
    typed: typed[row.id] ?? row.typed,
  }));
  const left = [
    view.level === "facility" || isByUnit ? "facility" : null,
    view.level === "facility" ? null : "physician",
    ...alike,
  ];
  return (
    <DataTable
      id={key}
      title={titles[key]}
      columns={COLUMNS[key].filter((column) => !left.includes(column.key))}
      rows={shown}
      rowKey={({ id }) => id}
      blocksBelow="1024px"
      cachedRows={{
        version: `${version} ${JSON.stringify(typed)}`,
        hydrated: key !== "others",
      }}
      groupOf={isByUnit ? ({ group }) => group : undefined}
      {...(key === "others" && { paperHead: paperHead(view) })}
      sort={view.sort}
      sortHref={(column, dir) =>
        placePath("today", view.level, view.id, {
          ...view.query,
          ...{ sort: column, dir },
        })
      }
    />
  );
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

function Note({ cells: { note, isNoteUnread } }: { cells: ResidentCells }) {
  return isNoteUnread ? <strong>{note}</strong> : note;
}

/** Does not wrap; moves to a line of its own if the name is long. */
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
  // In blocks the field takes the whole width below its own label.
  unlabelled: true,
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
      {cells.noteText === null ? null : (
        <p>
          {cells.noteText.endsWith("…”") ? (
            <a href={cells.noteHref}>{cells.noteText}</a>
          ) : (
            cells.noteText
          )}
        </p>
      )}
      {cells.note === "" || cells.noteText !== null ? null : (
        <p className="text-muted">{`${labels.note} ${cells.note}`}</p>
      )}
    </>
  );
}
