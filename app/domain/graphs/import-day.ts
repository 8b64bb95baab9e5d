import { isIsoDay, type IsoDay } from "../calendar";

/** The day of the last import, from its `yyyy-MM-dd HH:mm:ss` New York time; null where that is not known. */
export function importDayOf(lastUpdated: string | null): IsoDay | null {
  const day = lastUpdated?.slice(0, 10) ?? "";
  return isIsoDay(day) ? day : null;
}
