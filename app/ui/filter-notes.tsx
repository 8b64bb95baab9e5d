export const FILTER_NOTES_ID = "filter-notes";

export function FilterNotes({ notes }: { notes: readonly string[] }) {
  return (
    <div id={FILTER_NOTES_ID} aria-live="polite" className="text-sm text-warn">
      {notes.map((note) => (
        <p key={note} className="mt-1">
          {note}
        </p>
      ))}
    </div>
  );
}
