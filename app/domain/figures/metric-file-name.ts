import type { IsoDay } from "../calendar";
import type { Level } from "../places/hierarchy";

/** What an exported figure is named after; `tag` is the metric tag of `measure_name`. */
export interface MetricFile {
  tag: string;
  level: Level;
  id: number;
  startDate: IsoDay;
  endDate: IsoDay;
}

/** Name of the file that the rows behind a figure are saved as (R93). */
export function metricFileName(file: MetricFile): string {
  const { tag, level, id, startDate, endDate } = file;
  return `${tag}-${level}-${id}-from-${startDate}-${endDate}.csv`;
}
