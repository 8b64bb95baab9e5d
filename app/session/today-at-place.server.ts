import { dayIn, isoDayOf, type IsoDay } from "~/domain/calendar";
import type { Level } from "~/domain/places/hierarchy";
import type { SignedIn } from "./require-user.server";

/** Which day is today at a place or physician: a facility's own, elsewhere New York's (R491). */
export async function todayAtPlace(
  signedIn: Pick<SignedIn, "organization">,
  level: Level,
  id: number,
): Promise<IsoDay> {
  const { facilities } =
    level === "facility" ? await signedIn.organization() : { facilities: [] };
  const facility = facilities.find(({ facility_id }) => facility_id === id);
  return isoDayOf(dayIn(facility?.time_zone ?? null, Date.now()));
}
