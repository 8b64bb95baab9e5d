import type { IsoDay } from "~/domain/calendar";

/** True from the day on from which an access level needs a second factor; days are those of New York. */
export function isRequiredOn(
  requiredFrom: IsoDay | null,
  today: IsoDay,
): boolean {
  return requiredFrom !== null && requiredFrom <= today;
}
