import type { LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { getPhysician } from "~/contract/physician";
import type { Outcome } from "~/data/call.server";
import { panelOf } from "~/data/panel.server";
import {
  breadcrumbsFor,
  physicianCrumbLabel,
  trailOfLocation,
  trailOfPhysician,
} from "~/domain/access/breadcrumbs";
import { firstLast } from "~/domain/person-name";
import { systemMessages } from "~/domain/system-messages";
import { RESIDENT_LEVELS, type ResidentLevel } from "./rules/query";
import { todayWords } from "./rules/words";
import { crumbsTo } from "~/features/shell/navigation/place-of-page.server";
import type { SignedIn } from "~/session/require-user.server";
import { listToday, type TodayAnswer } from "~server/today/service";
import type { Crumb } from "~/ui/breadcrumbs";

export interface TodayPlace {
  level: ResidentLevel;
  id: number;
}

/** The place of a list of residents; null if the address has no such list. */
export function todayPlaceOf({
  level,
  id,
}: LoaderFunctionArgs["params"]): TodayPlace | null {
  const known = RESIDENT_LEVELS.find((one) => one === level);
  return known ? { level: known, id: Number(id) } : null;
}

export async function askToday(
  signedIn: SignedIn,
  { level, id }: TodayPlace,
  file = false,
): Promise<{
  outcome: Outcome<DeepReadonly<TodayAnswer>>;
  name: string;
  crumbs: Crumb[];
}> {
  const [outcome, subject] = await Promise.all([
    signedIn.ask(listToday, { level, id, file }),
    level === "facility" ? facilityOf(signedIn, id) : physicianOf(signedIn, id),
  ]);
  const trail = breadcrumbsFor({
    level,
    viewer: signedIn.user.viewer,
    trail: subject.trail,
    physicianName: subject.crumb,
  });
  return {
    outcome,
    name: subject.name,
    crumbs: crumbsTo(trail, { level, id }, todayWords.title),
  };
}

async function facilityOf(signedIn: SignedIn, id: number) {
  const trail = trailOfLocation("facility", id, await signedIn.organization());
  return { trail, name: trail.at(-1)?.name ?? "", crumb: "" };
}

async function physicianOf({ call }: SignedIn, npi: number) {
  const panel = panelOf(
    await call(getPhysician, { params: { npi } }),
    { systemError: systemMessages.systemError.physician },
    ({ data }) => data,
  );
  const record = panel.state === "data" ? panel.data : null;
  const { first_name: firstName = null, last_name: lastName = null } =
    record ?? {};
  return {
    trail: trailOfPhysician(record?.facilities ?? []),
    name: firstLast(firstName, lastName),
    crumb: physicianCrumbLabel({ npi, firstName, lastName }),
  };
}
