import { LONGEST_LINE, todayWords } from "./rules/words";
import { Button } from "~/ui/button";
import type { ResidentCells } from "./view";

const { discuss: words, columns } = todayWords;

/**
 * What a meeting leaves of a resident: that they were discussed, and a line for the days to come. Its fields belong to the form around
 * the lists, so that any button of it saves all lines.
 */
export function MeetingCell({
  cells: { id, name, discussed, line, typed },
}: {
  cells: ResidentCells;
}) {
  const field = `line-${id}`;
  const shown = typed ?? line.text;
  return (
    <div className="meeting flex flex-wrap items-center gap-x-1" id={`r${id}`}>
      {line.text === "" ? null : (
        <input type="hidden" name={`was-${id}`} value={line.text} />
      )}
      <input
        id={field}
        name={field}
        defaultValue={shown}
        className="min-h-9 flex-1 rounded border border-control bg-paper px-2 text-ink touch:min-h-10"
        maxLength={LONGEST_LINE}
        autoComplete="off"
        aria-label={`${columns.writing}: ${name}`}
        aria-describedby={line.by === "" ? undefined : `${field}-by`}
      />
      <Button
        variant={discussed === null ? "secondary" : "quiet"}
        name={discussed === null ? "discussed" : "undo"}
        value={id}
        aria-label={`${discussed === null ? words.tick : words.undo}: ${name}`}
      >
        {discussed === null ? words.tick : words.undo}
      </Button>
      {discussed === null ? null : (
        <p className="w-full text-good">{`✓ ${discussed}`}</p>
      )}
      {line.by === "" ? null : (
        <p id={`${field}-by`} className="w-full text-muted">
          {line.by}
        </p>
      )}
      {typed === null || typed === line.text ? null : (
        <p className="w-full text-bad">{words.changed(line.text)}</p>
      )}
    </div>
  );
}
