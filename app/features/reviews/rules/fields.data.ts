export const REVIEW_STEPS = [
  { id: "change", title: "What changed" },
  { id: "care", title: "What was tried, and who decided" },
  { id: "hospital", title: "At the hospital" },
  { id: "judgement", title: "Could it have been avoided?" },
  { id: "action", title: "What we do about it" },
] as const;

export type ReviewStep = (typeof REVIEW_STEPS)[number]["id"];

export interface ReviewChoice {
  value: string;
  label: string;
}

/** `line` and `text` are free words. */
type Kind =
  | { kind: "line" | "text" | "day" | "time" | "causes" }
  | { kind: "number"; min: number; max: number; decimals: boolean }
  | { kind: "choice"; choices: readonly ReviewChoice[] };

export type ReviewField = Kind & {
  name: string;
  step: ReviewStep;
  label: string;
  hint?: string;
};

const YES_NO_UNSURE: readonly ReviewChoice[] = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
  { value: "unsure", label: "Unsure" },
];

const vital = (min: number, max: number, decimals = false) =>
  ({ step: "change", kind: "number", min, max, decimals }) as const;

export const REVIEW_FIELDS = [
  {
    name: "noticed_on",
    step: "change",
    kind: "day",
    label: "Day the change was first noticed",
  },
  {
    name: "noticed_at",
    step: "change",
    kind: "time",
    label: "Time of that day, if known",
  },
  {
    name: "noticed_by",
    step: "change",
    kind: "line",
    label: "Who noticed it first",
    hint: "A role is enough, such as nurse aide, family or therapist.",
  },
  {
    name: "change",
    step: "change",
    kind: "text",
    label: "What was different about the resident",
  },
  {
    name: "assessed",
    step: "change",
    kind: "choice",
    label: "How the resident was assessed before leaving",
    choices: [
      { value: "on_site", label: "On site" },
      { value: "by_phone", label: "By phone or video" },
      { value: "both", label: "On site and by phone" },
      { value: "not", label: "Not at all" },
    ],
  },
  {
    name: "assessed_by",
    step: "change",
    kind: "line",
    label: "Who assessed the resident",
  },
  { ...vital(40, 300), name: "systolic", label: "Blood pressure, upper" },
  { ...vital(20, 200), name: "diastolic", label: "Blood pressure, lower" },
  { ...vital(20, 250), name: "pulse", label: "Pulse a minute" },
  { ...vital(4, 80), name: "breaths", label: "Breaths a minute" },
  { ...vital(85, 110, true), name: "temperature", label: "Temperature, °F" },
  { ...vital(50, 100), name: "oxygen", label: "Oxygen saturation, %" },
  {
    name: "tried",
    step: "care",
    kind: "text",
    label: "What was tried in the building",
    hint: "Treatments, tests and orders before the resident left.",
  },
  {
    name: "directive",
    step: "care",
    kind: "choice",
    label: "Did the resident have an advance directive?",
    choices: YES_NO_UNSURE,
  },
  {
    name: "directive_followed",
    step: "care",
    kind: "choice",
    label: "Was it followed?",
    choices: YES_NO_UNSURE,
  },
  {
    name: "decided_by",
    step: "care",
    kind: "choice",
    label: "Who decided on the transfer",
    choices: [
      { value: "attending", label: "Attending physician" },
      { value: "covering", label: "Covering physician" },
      { value: "practitioner", label: "Nurse practitioner or assistant" },
      { value: "nurse", label: "Nurse" },
      { value: "family", label: "Resident or family" },
      { value: "other", label: "Somebody else" },
    ],
  },
  {
    name: "reason",
    step: "care",
    kind: "text",
    label: "Reason for the transfer",
  },
  {
    name: "diagnosis",
    step: "hospital",
    // Imported values may be longer than one line.
    kind: "text",
    label: "The hospital's diagnosis",
  },
  {
    name: "returned_on",
    step: "hospital",
    kind: "day",
    label: "Returned on",
    hint: "Leave it empty while the resident is away.",
  },
  {
    name: "avoidable",
    step: "judgement",
    kind: "choice",
    label: "Could the transfer have been avoided?",
    choices: YES_NO_UNSURE,
  },
  {
    name: "avoidable_why",
    step: "judgement",
    kind: "text",
    label: "Why you think so",
  },
  {
    name: "causes",
    step: "judgement",
    kind: "causes",
    label: "Causes, up to three",
  },
  {
    name: "action",
    step: "action",
    kind: "text",
    label: "What we do about it",
    hint: "Leave it empty where nothing is to be done.",
  },
  {
    name: "owner",
    step: "action",
    kind: "line",
    label: "Who does it",
    hint: "With the name or username of an account, it is on that person's list.",
  },
  { name: "due_on", step: "action", kind: "day", label: "To be done by" },
  { name: "done_on", step: "action", kind: "day", label: "Done on" },
] as const satisfies readonly ReviewField[];

export type ReviewFieldName = (typeof REVIEW_FIELDS)[number]["name"];

export const REVIEW_CAUSES = [
  { id: "change_found_late", text: "Change in condition noticed late" },
  { id: "change_not_passed_on", text: "Change in condition not communicated" },
  { id: "assessed_late", text: "Delayed assessment" },
  { id: "no_physician_reached", text: "No physician could be reached" },
  {
    id: "not_seen_on_site",
    text: "No on-site evaluation by a provider",
  },
  { id: "tests_late", text: "Delayed labs or X-rays" },
  {
    id: "no_intravenous",
    text: "IV fluids or medication not available on site",
  },
  { id: "drug_missing", text: "Medication not available" },
  { id: "drug_problem", text: "Medication error or adverse drug event" },
  { id: "device_missing", text: "Equipment was missing or broken" },
  { id: "few_staff", text: "Not enough staff for closer monitoring" },
  { id: "new_staff", text: "Staff were new or did not know the resident" },
  { id: "infection", text: "Infection not treated in time" },
  { id: "fluid_balance", text: "Dehydration or fluid overload" },
  { id: "fall", text: "A fall" },
  { id: "wound", text: "A wound or pressure injury" },
  { id: "wishes_unknown", text: "Care wishes or directives not known" },
  { id: "family_wish", text: "Resident or family request" },
  {
    id: "discharged_early",
    text: "Discharged from hospital too soon",
  },
  {
    id: "discharge_papers",
    text: "Hospital orders or paperwork incomplete",
  },
] as const;

export interface ReviewCause {
  id: string;
  text: string;
}

export const MOST_CAUSES = 3;
