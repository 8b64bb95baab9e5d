import { Icon } from "~/ui/icons";
import type { NoteKind } from "./rules/notes";

/** A door with an arrow, a rising line, lines of text, a van and a speech bubble. */
const SHAPES: Record<NoteKind, string> = {
  admission: "M8.5 2.5h5v11h-5M1.5 8h8M6.5 5l3 3-3 3",
  progress: "M2 13.5h12M2.5 10.5l3.5-4 3 2.5 4.5-6M10.5 3h3v3",
  narrative: "M3 3.5h10M3 6.5h10M3 9.5h10M3 12.5h6",
  transport:
    "M1.5 4.5h8v7h-8zM9.5 7h3l2 2.5v2h-5M4 11.5a1.2 1.2 0 1 0 2.4 0M10.8 11.5a1.2 1.2 0 1 0 2.4 0",
  consultation: "M2 2.5h12v8.5H8l-3.5 3v-3H2z",
};

export function NoteTypeIcon({ kind }: { kind: NoteKind }) {
  return (
    <Icon>
      <path d={SHAPES[kind]} />
    </Icon>
  );
}
