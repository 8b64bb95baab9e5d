import type { Organization } from "~/contract/organization";
import type { User } from "~/contract/users";
import type { AccessLevel } from "~/domain/access/ranks";

/** A user as the table shows them. */
export interface UserRow {
  id: number;
  name: string;
  username: string;
  accessLevel: string;
  location: string;
}

const ACCESS_LEVEL_LABELS: Record<AccessLevel, string> = {
  physician: "Physician",
  facility: "Facility",
  region: "Region",
  division: "Division",
  company: "Company",
  admin: "Admin",
  account_manager: "Account manager",
};

/** The rows of the user table, with locations by their names in the organisation (reports spec §2). */
export function userRows(
  users: readonly User[],
  organization: Organization,
): UserRow[] {
  const names = namesOf(organization);
  return users.map((user) => ({
    id: user.id,
    name: `${user.firstname} ${user.lastname}`.trim(),
    username: user.username,
    accessLevel: ACCESS_LEVEL_LABELS[user.access_level],
    location: locationOf(user, names),
  }));
}

type Names = Record<"division" | "region" | "facility", Map<number, string>>;

function namesOf({ divisions, regions, facilities }: Organization): Names {
  return {
    division: new Map(
      divisions.map((one) => [one.division_id, one.division_name]),
    ),
    region: new Map(regions.map((one) => [one.region_id, one.region_name])),
    facility: new Map(
      facilities.map((one) => [one.facility_id, one.facility_name]),
    ),
  };
}

function locationOf(user: User, names: Names): string {
  const ids = user.access_level_id.split(/\s+/).filter((id) => id !== "");
  switch (user.access_level) {
    case "division":
    case "region":
    case "facility": {
      const level = user.access_level;
      return ids
        .map(
          (id) =>
            names[level].get(Number(id)) ??
            `INVALID ${level.toUpperCase()} (ID: ${id})`,
        )
        .join(", ");
    }
    case "physician":
      return ids.map((npi) => `NPI ${npi}`).join(", ");
    default:
      return "All locations";
  }
}
