/** In `measure_name`, in file names and in `?inspect=` (R89). */
export const FIGURE_TAGS = [
  "patient_count",
  "days_of_care",
  "snf_adm",
  "rth",
  "ed",
  "ach_adm",
  "h_1000",
  "ed_1000",
  "adm_1000",
  "pd_lt_doc",
] as const;

export type FigureTag = (typeof FIGURE_TAGS)[number];

/** Not a figure: exports the transfers of a range like the rows of a figure (R358). */
export const TRANSFERS_TAG = "transfers";

export type RowTag = FigureTag | typeof TRANSFERS_TAG;

export function isFigureTag(tag: string | null): tag is FigureTag {
  return FIGURE_TAGS.some((one) => one === tag);
}
