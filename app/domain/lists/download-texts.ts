import type { IsoDay } from "../calendar";
import type { Level } from "../places/hierarchy";

export const DOWNLOAD_TEXTS = {
  failed: "Metric data was not retrieved due to a system error.",
  badFilters:
    "No file was made, because the dates or filters were not understood.",
  backToProfile: "Back to the profile",
} as const;

interface MetricFile {
  tag: string;
  level: Level;
  id: number;
  startDate: IsoDay;
  endDate: IsoDay;
  through?: IsoDay | null;
}

export function metricFileName(file: MetricFile): string {
  const { tag, level, id, startDate, endDate, through } = file;
  const end = through ? `${endDate}-through-${through}` : endDate;
  return `${tag}-${level}-${id}-from-${startDate}-${end}.csv`;
}

/** Exports that are made at once for one user; making one takes much of a server. */
export const EXPORTS_PER_USER = 2;

export const ENOUGH_EXPORTS =
  "Two exports are already being made for you. Please wait until they have finished.";
