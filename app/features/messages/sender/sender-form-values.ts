import { idParam } from "~/contract/wire";
import type { SenderProblem } from "../rules/sender-rules";

export const SENDER_FIELDS = [
  "sender",
  "facility",
  "role",
  "facility_id",
  "codes",
  "bound_to",
] as const;

/** `facility_id` is empty for any facility. */
export type SenderValues = Record<(typeof SENDER_FIELDS)[number], string>;

export type SenderErrors = Partial<
  Record<SenderProblem["field"] | "role", string>
>;

/** `version` is null for a new sender. */
export interface OpenedSender {
  values: SenderValues;
  version: number | null;
}

export interface SenderAnswer {
  /** Null: the sender as it is stored. */
  form: OpenedSender | null;
  fieldErrors: SenderErrors;
  /** Refusals without a field. */
  errors: string[];
}

export function readSenderForm(form: FormData): SenderValues {
  const text = (name: string) => {
    const [value, ...more] = form.getAll(name);
    return typeof value === "string" && more.length === 0 ? value.trim() : "";
  };
  const values = SENDER_FIELDS.map((name) => [name, text(name)]);
  return Object.fromEntries(values) as SenderValues;
}

export function readVersion(form: FormData): number | null {
  return readId(form.get("version"));
}

export function readId(text: FormDataEntryValue | null): number | null {
  const read = idParam.safeParse(text);
  return read.success ? read.data : null;
}

export function isToEnd(form: FormData): boolean {
  return form.get("intent") === "end";
}

export interface SenderView extends OpenedSender {
  facilities: { region: string; facilities: { id: number; name: string }[] }[];
  unsent: string | null;
}
