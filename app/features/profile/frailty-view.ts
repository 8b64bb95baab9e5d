import type { Frailty } from "~/contract/frailty";
import { unscoredPatients } from "~/domain/frailty";
import { formatCount } from "~/domain/number-format";
import type { FrailtyView } from "./profile-view";

/** The frailty counts in words; `patientCount` is that of the overview card, null where it is not known. */
export function frailtyView(
  frailty: Frailty,
  patientCount: number | null,
): FrailtyView {
  const unscored = unscoredPatients(patientCount, frailty);
  return {
    high: formatCount(frailty.high),
    medium: formatCount(frailty.medium),
    low: formatCount(frailty.low),
    unscored: unscored === null ? null : formatCount(unscored),
  };
}
