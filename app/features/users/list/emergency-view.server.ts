import type { EmergencyEntry } from "~/contract/emergency-entry";
import type { User } from "~/contract/users";
import { newYorkDay } from "~/domain/calendar";
import {
  EMERGENCY_SHOWN_DAYS,
  emergencyEntriesText,
} from "~/features/sign-in/rules/organisation-account/emergency-notices";
import { settings } from "~/env.server";
import { auditHref } from "~/features/audit/href";
import { paths } from "~/paths";
import type { UserListView } from "./user-list-view";

const DAY_MS = 24 * 3_600_000;

/** What the list says of emergency accounts. */
export function emergencyView(
  users: readonly User[],
  entries: readonly EmergencyEntry[],
): Pick<UserListView, "emergency" | "lacksEmergency"> {
  return {
    emergency:
      settings.OIDC_NAME === undefined || entries.length === 0
        ? null
        : { text: emergencyEntriesText(entries), href: trailHref(new Date()) },
    // Without the list nothing is known of it.
    lacksEmergency:
      settings.OIDC_ONLY === "1" &&
      users.length > 0 &&
      !users.some(
        ({ emergency_entry, access_level }) =>
          emergency_entry === true && access_level === "account_manager",
      ),
  };
}

function trailHref(now: Date): string {
  const first = new Date(now.getTime() - EMERGENCY_SHOWN_DAYS * DAY_MS);
  return auditHref(paths.auditTrail, {
    user: null,
    action: "emergency_entry",
    resident: null,
    startDate: newYorkDay(first),
    endDate: newYorkDay(now),
  });
}
