import { isIsoDay, type IsoDay } from "../calendar";

/** What is known of the time that figures tell of. */
export interface KnownTime {
  /** Of the last import, `yyyy-MM-dd HH:mm:ss` New York time; null where it is not known. */
  lastUpdated: string | null;
  /** The last day through which the data are complete everywhere; null where the host does not say (R245). */
  reach: IsoDay | null;
}

/** The day of the last import, from its `yyyy-MM-dd HH:mm:ss` New York time; null where that is not known. */
export function importDayOf(lastUpdated: string | null): IsoDay | null {
  const day = lastUpdated?.slice(0, 10) ?? "";
  return isIsoDay(day) ? day : null;
}
