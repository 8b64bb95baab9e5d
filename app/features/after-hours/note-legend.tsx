import {
  afterHoursWords,
  NOTE_LEGEND,
} from "~/features/after-hours/rules/words";
import { NoteTypeIcon } from "./note-type-icon";

/** The legend of note types (R166). */
export function NoteLegend() {
  return (
    <div className="-mt-2 mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <p id="note-legend">{afterHoursWords.legend}:</p>
      <ul
        role="list"
        aria-labelledby="note-legend"
        className="flex flex-wrap gap-x-4 gap-y-1"
      >
        {NOTE_LEGEND.map(({ kind, label }) => (
          <li key={kind} className="flex gap-1">
            <NoteTypeIcon kind={kind} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}
