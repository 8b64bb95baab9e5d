import type { SignedIn } from "./require-user.server";

export async function facilityNamer(
  signedIn: SignedIn,
): Promise<(id: number) => string> {
  const outcome = await signedIn.findOrganization();
  const facilities =
    outcome.kind === "data" ? outcome.organization.facilities : [];
  const names = new Map(
    facilities.map((one) => [one.facility_id, one.facility_name]),
  );
  return (id) => names.get(id) ?? `Facility ${id}`;
}
