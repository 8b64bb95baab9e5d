import type { NoteKind } from "./notes";

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
