/**
 * What a message says happened, by the trigger event in MSH-9.2. Events of the same meaning are one. A `state` is no event: it says
 * how a visit stands as a whole, in the place of all that was said of it before.
 */
export type AdtEvent =
  | "state"
  | "admit"
  | "move"
  | "discharge"
  | "change_class"
  | "update"
  | "cancel_admit"
  | "cancel_move"
  | "cancel_discharge"
  | "leave"
  | "return"
  | "cancel_leave"
  | "cancel_return"
  | "merge";

const EVENTS = new Map<string, AdtEvent>([
  ["A01", "admit"],
  ["A04", "admit"],
  ["A02", "move"],
  ["A03", "discharge"],
  ["A06", "change_class"],
  ["A07", "change_class"],
  ["A08", "update"],
  ["A31", "update"],
  ["A11", "cancel_admit"],
  ["A12", "cancel_move"],
  ["A13", "cancel_discharge"],
  ["A21", "leave"],
  ["A22", "return"],
  ["A52", "cancel_leave"],
  ["A53", "cancel_return"],
  ["A40", "merge"],
]);

/** Null for an event that changes no stay: it is acknowledged and set aside. */
export function adtEventOf(trigger: string): AdtEvent | null {
  return EVENTS.get(trigger) ?? null;
}
