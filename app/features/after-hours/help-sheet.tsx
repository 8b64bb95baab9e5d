import { afterHoursWords, NOTE_LEGEND } from "./rules/words";
import { Sheet, SheetClose } from "~/ui/sheet";
import { HELP_BUTTON_ID, HELP_ID } from "./view";
import type { NoteKind } from "./rules/columns";

export const afterHoursHelp = {
  title: "Convergence Telehealth Encounters",
  ok: "OK",
  columns: "Columns",
} as const;

export const AFTER_HOURS_HELP: readonly string[] = [
  "This report covers telehealth encounters of your patients within the last 30 days. It shows what a Convergence provider saw, decided and wrote down outside office hours.",
  "The table shows the notes of the last 24, 48 or 72 hours, whichever you choose under Lookback. The hours count back from now. All times are New York time (ET).",
];

export const NOTE_MEANINGS: Readonly<Record<NoteKind, string>> = {
  admission: "The provider saw the patient on admission to the facility.",
  progress: "Follow-up on a known problem.",
  narrative: "What happened when the facility called, in the provider's words.",
  transport:
    "The patient came back from a hospital or an emergency department.",
  consultation: "An opinion the facility asked for.",
};

export const COLUMN_MEANINGS: readonly { label: string; meaning: string }[] = [
  {
    label: "Region, Facility, Physician",
    meaning:
      "Where the patient is, and who looks after them. Your access level decides which of these columns you see.",
  },
  {
    label: "Patient",
    meaning:
      "Name and medical record number (MRN#). Copy the number to find the patient in another system.",
  },
  {
    label: "Date/time",
    meaning: "When the encounter took place, the newest first.",
  },
  {
    label: "Plan/status",
    meaning:
      "The type and text of the note, who wrote it, and the stay it belongs to. High risk and ISNP patients are marked.",
  },
];

export function HelpSheet({ closeHref }: { closeHref: string }) {
  return (
    <Sheet
      id={HELP_ID}
      kind="modal"
      title={afterHoursHelp.title}
      closeHref={closeHref}
      returnFocusTo={HELP_BUTTON_ID}
      footer={<SheetClose variant="primary">{afterHoursHelp.ok}</SheetClose>}
    >
      <div className="max-w-prose space-y-4">
        {AFTER_HOURS_HELP.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Meanings
          heading={afterHoursWords.legend}
          items={NOTE_LEGEND.map(({ kind, label }) => ({
            label,
            meaning: NOTE_MEANINGS[kind],
          }))}
        />
        <Meanings heading={afterHoursHelp.columns} items={COLUMN_MEANINGS} />
      </div>
    </Sheet>
  );
}

function Meanings({
  heading,
  items,
}: {
  heading: string;
  items: readonly { label: string; meaning: string }[];
}) {
  return (
    <div>
      <h3 className="mb-1 font-semibold">{heading}</h3>
      <dl className="space-y-1">
        {items.map(({ label, meaning }) => (
          <div key={label}>
            <dt className="inline font-medium">{label}: </dt>
            <dd className="inline">{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
