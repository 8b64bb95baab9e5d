import type { IsoDay } from "~/domain/calendar";
import {
  markWords,
  marksOf,
  marksOfPlace,
  type CensusMark,
} from "./rules/census-marks";
import { rankOf } from "~/domain/access/ranks";
import type { Filters } from "~/domain/filters";
import { LOCATION_RANKS } from "~/domain/access/guard";
import { childLevelOf, type Level } from "~/domain/places/hierarchy";
import { censusPath } from "~/data-quality-paths";
import type { SignedIn } from "~/session/require-user.server";
import { listMarked } from "~server/data-quality/service";
import type { LinkedMark } from "./census-marks";

/** A page is not held up for its marks; a sheet of paper has them for as long as it is read. */
const PATIENCE_MS = { page: 400, huddle: 5_000 };

export interface PageMarks {
  marks: LinkedMark[];
  /** By id; only facilities with marks. */
  ofFacilities: ReadonlyMap<number, string>;
  /** The last day a silent facility has reported; null if it is not silent, and for larger places. */
  silentSince: IsoDay | null;
}

interface MarksRequest {
  level: Level;
  id: number;
  filters: Pick<Filters, "isnp" | "facilityId">;
}

const NO_MARKS: PageMarks = {
  marks: [],
  ofFacilities: new Map(),
  silentSince: null,
};

export async function loadCensusMarks(
  signedIn: SignedIn,
  { level, id, filters: { isnp, facilityId } }: MarksRequest,
  layout: keyof typeof PATIENCE_MS,
): Promise<PageMarks> {
  const { viewer } = signedIn.user;
  const mayAsk = rankOf(viewer.accessLevel) >= LOCATION_RANKS.facility;
  if (level === "physician" || !mayAsk) return NO_MARKS;
  const place =
    facilityId === undefined
      ? { level, id }
      : { level: "facility" as const, id: facilityId };
  const outcome = await signedIn.ask(
    listMarked,
    { place, isnp },
    { deadlineMs: PATIENCE_MS[layout] },
  );
  if (outcome.kind !== "data") return NO_MARKS;
  const { marked, facilities } = outcome.answer;
  const href = level === "company" ? censusPath() : censusPath(place);
  const linked = (mark: CensusMark) => ({ ...mark, href });
  const [only] = marked;
  if (place.level === "facility") {
    if (!only) return NO_MARKS;
    return {
      marks: marksOf(only).map(linked),
      ofFacilities: new Map(),
      silentSince: only.is_silent ? only.last_movement_on : null,
    };
  }
  // A list of regions or divisions has ids of its own.
  const listed = childLevelOf(level) === "facility" ? marked : [];
  const ofFacilities = new Map(
    listed.flatMap((facility) => {
      const words = markWords(facility);
      return words === null ? [] : [[facility.facility_id, words] as const];
    }),
  );
  return {
    marks: marksOfPlace(marked.length, facilities).map(linked),
    ofFacilities,
    silentSince: null,
  };
}
