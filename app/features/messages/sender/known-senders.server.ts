import type { Sender } from "~server/messages/service";
import type { SenderValues } from "./sender-form-values";

/** By which a sender is known; neither changes. */
export type SenderKey = Pick<Sender, "sender" | "facility">;

export function isOfKey(key: SenderKey, one: SenderKey): boolean {
  return one.sender === key.sender && one.facility === key.facility;
}

export function valuesOf(stored: Sender): SenderValues {
  const { sender, facility, role, facility_id, codes, bound_to } = stored;
  return {
    sender,
    facility,
    role,
    facility_id: String(facility_id ?? ""),
    codes,
    bound_to,
  };
}
