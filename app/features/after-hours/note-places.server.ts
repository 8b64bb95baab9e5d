import { getPhysician } from "~/contract/physician";
import {
  locationOptions,
  type LocationOptions,
} from "~/domain/places/location-choice";
import type { SignedIn } from "~/session/require-user.server";

const NOWHERE: LocationOptions = { division: [], region: [], facility: [] };

/** Physicians choose among the facilities of their own record: no place is theirs to open. */
export async function optionsFor(signedIn: SignedIn): Promise<LocationOptions> {
  const { viewer, multiFacility } = signedIn.user;
  const [npi] = viewer.accessLevelIds;
  if (viewer.accessLevel === "physician") {
    if (!multiFacility || npi === undefined) return NOWHERE;
    const outcome = await signedIn.call(getPhysician, { params: { npi } });
    if (outcome.kind !== "data") return NOWHERE;
    const { facilities } = outcome.answer.data;
    return {
      ...NOWHERE,
      facility: facilities.map(({ facility_id: id, facility_name: name }) => {
        return { id, name };
      }),
    };
  }
  // Where the organisation did not come, the shell says so, and there is no place to choose.
  const places = await signedIn.findOrganization();
  return places.kind === "data"
    ? locationOptions(places.organization)
    : NOWHERE;
}
