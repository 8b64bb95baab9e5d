import type { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { getPhysician } from "~/contract/physician";
import { getToday } from "~/contract/today";
import {
  optionalCall,
  type OptionalOutcome,
} from "~/data/optional-call.server";
import { panelOf } from "~/data/panel.server";
import {
  breadcrumbsFor,
  physicianCrumbLabel,
  trailOfLocation,
  trailOfPhysician,
} from "~/domain/access/breadcrumbs";
import type { PageRequest } from "~/domain/access/guard";
import { firstLast } from "~/domain/person-name";
import { systemMessages } from "~/domain/system-messages";
import { TODAY_LEVELS, type TodayLevel } from "~/domain/today/today-levels";
import { todayWords } from "~/domain/today/today-words";
import { profilePath } from "~/paths";
import type { SignedIn } from "~/session/require-user.server";
import type { Crumb } from "~/ui/breadcrumbs";

/** Whose residents are asked for. */
export interface TodayPlace {
  level: TodayLevel;
  id: number;
}

export type TodayAnswer = DeepReadonly<z.output<typeof getToday.answer>>;

/** Segments of the address, as they were typed. */
export interface TodayParams {
  level?: string | undefined;
  id?: string | undefined;
}

/** The page that an address asks for, for its guard; null where there is none. */
export function todayPageOf({
  level,
  id = "",
}: TodayParams): Extract<PageRequest, { page: "today" }> | null {
  const known = TODAY_LEVELS.find((one) => one === level);
  return known ? { page: "today", level: known, id } : null;
}

/** The residents of a place, and who it is. */
export async function askToday(
  signedIn: SignedIn,
  { level, id }: TodayPlace,
  file = false,
): Promise<{
  outcome: OptionalOutcome<TodayAnswer>;
  name: string;
  crumbs: Crumb[];
}> {
  const ask = () =>
    signedIn.call(getToday, {
      params: { level, id },
      query: file ? { file } : {},
    });
  const [outcome, subject] = await Promise.all([
    optionalCall(signedIn, getToday, ask, { namesRow: true }),
    level === "facility" ? facilityOf(signedIn, id) : physicianOf(signedIn, id),
  ]);
  const trail = breadcrumbsFor({
    level,
    viewer: signedIn.user.viewer,
    trail: subject.trail,
    physicianName: subject.crumb,
  });
  return {
    // The place is there, so it is the call that is missing.
    outcome:
      outcome.kind === "failure" && outcome.status === 404
        ? await optionalCall(signedIn, getToday, async () => outcome)
        : outcome,
    name: subject.name,
    crumbs: [
      ...trail.map(({ label, target, current }) =>
        current
          ? { label, href: profilePath(level, id) }
          : {
              label,
              ...(target && { href: profilePath(target.level, target.id) }),
            },
      ),
      { label: todayWords.title, current: true },
    ],
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
