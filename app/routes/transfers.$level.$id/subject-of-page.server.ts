import {
  breadcrumbsFor,
  physicianCrumbLabel,
  trailOfLocation,
} from "~/domain/access/breadcrumbs";
import type { Level } from "~/domain/places/hierarchy";
import { transferWords as words } from "~/domain/transfers/transfer-words";
import { loadPhysician } from "~/features/profile/load/load-panels.server";
import { profilePath } from "~/paths";
import type { SignedIn } from "~/session/require-user.server";
import type { TransfersView } from "./transfers-view";

/** Whose transfers a page shows, and the way down to it by their profile. */
export async function subjectOf(
  signedIn: SignedIn,
  level: Level,
  id: number,
): Promise<Pick<TransfersView, "name" | "crumbs">> {
  const { viewer } = signedIn.user;
  const physicianName =
    level === "physician" ? await nameOfPhysician(signedIn, id) : undefined;
  const trail =
    level === "company" || level === "physician"
      ? []
      : trailOfLocation(level, id, await signedIn.organization());
  const own = breadcrumbsFor({
    level,
    viewer,
    trail,
    ...(physicianName !== undefined && { physicianName }),
  });
  const crumbs = own.map(({ label, target, current }) => {
    const to = current ? { level, id } : target;
    return { label, ...(to && { href: profilePath(to.level, to.id) }) };
  });
  return {
    name:
      level === "company"
        ? null
        : (trail.at(-1)?.name ?? physicianName ?? null),
    crumbs: [...crumbs, { label: words.title, current: true }],
  };
}

async function nameOfPhysician(
  { call }: SignedIn,
  npi: number,
): Promise<string> {
  const panel = await loadPhysician(call, { level: "physician", id: npi });
  const record = panel?.state === "data" ? panel.data : null;
  return physicianCrumbLabel({
    npi,
    firstName: record?.first_name ?? null,
    lastName: record?.last_name ?? null,
  });
}
