import type { IsoDay } from "../calendar";
import type { Level } from "../places/hierarchy";

export interface MetricFile {
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
