import type { SenderProblem } from "~/domain/feed/sender-rules";

/** What the fields of the form hold, as they are typed. */
export interface SenderValues {
  sender: string;
  facility: string;
  role: string;
  /** Id, or empty for any facility. */
  facility_id: string;
  codes: string;
}

export type SenderField = keyof SenderValues;

export const SENDER_FIELDS = [
  "sender",
  "facility",
  "role",
  "facility_id",
  "codes",
] as const satisfies readonly SenderField[];

export type SenderErrors = Partial<
  Record<SenderProblem["field"] | "role", string>
>;

/** What the page has after a post that saved nothing. */
export interface SenderAnswer {
  values: SenderValues;
  fieldErrors: SenderErrors;
  /** Why the host refused, where no field is to blame. */
  error?: string;
}

/** What the form holds; anything but one text is nothing. Blanks around it are no part of it. */
export function readSenderForm(form: FormData): SenderValues {
  const text = (name: string) => {
    const [value, ...more] = form.getAll(name);
    return typeof value === "string" && more.length === 0 ? value.trim() : "";
  };
  return {
    sender: text("sender"),
    facility: text("facility"),
    role: text("role"),
    facility_id: text("facility_id"),
    codes: text("codes"),
  };
}

/** A facility that may be chosen. */
export interface FacilityOption {
  id: number;
  name: string;
}

/** What the page of a sender shows. */
export interface SenderView {
  values: SenderValues;
  /** The version that is edited; null for a sender that is to be added. */
  version: number | null;
  /** By region. */
  facilities: { region: string; facilities: FacilityOption[] }[];
  /** What is said of entries that were put back. */
  told: string | null;
}
