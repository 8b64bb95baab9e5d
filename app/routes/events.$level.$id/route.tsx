import { noteWords as words } from "~/features/chart-events/rules/note-words";
import { titledByPlace } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { changeNotes as action } from "~/features/chart-events/change-notes.server";
export { loadNotes as loader } from "~/features/chart-events/load-notes.server";
export { EventsScreen as default } from "~/features/chart-events/screen";

export const meta = titledByPlace(words.title);
