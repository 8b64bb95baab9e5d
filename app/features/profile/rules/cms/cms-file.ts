import {
  isoDayOf,
  usDayOf,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";

export const SPECIAL_FOCUS = ["facility", "candidate"] as const;
export type SpecialFocus = (typeof SPECIAL_FOCUS)[number];

export interface CmsFile {
  date: IsoDay | null;
  special_focus: SpecialFocus | null;
  abuse: boolean;
}

interface StoredFile {
  stars_on: EpochDay | null;
  special_focus: SpecialFocus | null;
  abuse: number;
}

export function withCmsFile<Row extends StoredFile>(
  row: Row,
): Omit<Row, keyof StoredFile> & { cms_file?: CmsFile } {
  const { stars_on, special_focus, abuse, ...stars } = row;
  if (stars_on === null && special_focus === null && abuse === 0) return stars;
  const date = stars_on === null ? null : isoDayOf(stars_on);
  return { ...stars, cms_file: { date, special_focus, abuse: abuse === 1 } };
}

const FOCUS_WORDS: Record<SpecialFocus, string> = {
  facility: "Special Focus Facility",
  candidate: "Special Focus Facility candidate",
};

export function cmsFileWords(file: CmsFile | null | undefined): {
  marks: string[];
  date: string | null;
} {
  return {
    marks: [
      ...(file?.special_focus ? [FOCUS_WORDS[file.special_focus]] : []),
      ...(file?.abuse ? ["Cited for abuse"] : []),
    ],
    date: file?.date ? `CMS file of ${usDayOf(file.date)}` : null,
  };
}
