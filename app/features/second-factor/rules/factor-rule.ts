import { isIsoDay, type IsoDay } from "~/domain/calendar";

/** True from the day on from which an access level needs a second factor; days are those of New York. */
export function isRequiredOn(
  requiredFrom: IsoDay | null,
  today: IsoDay,
): boolean {
  return requiredFrom !== null && requiredFrom <= today;
}

const US_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** `yyyy-MM-dd` from a picker, or 'mm/dd/yyyy' as typed. Null for anything else. */
export function readRuleDay(text: string): IsoDay | null {
  const [, month = "", day = "", year = ""] = US_DAY.exec(text) ?? [];
  const read = year
    ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
    : text;
  return isIsoDay(read) ? read : null;
}
