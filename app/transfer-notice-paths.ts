import { withQuery } from "~/paths";

/** A month's list of a facility, by default the present one's, or the list of what is due. */
export function noticesPath(
  facilityId: number,
  asked: { month?: string; due?: 1 } = {},
): string {
  return withQuery(`/transfer-notices/facility/${facilityId}`, asked);
}

/** The notices of one transfer. The id is negative if the transfer is known from the feed only. */
export function noticePath(transferId: number): string {
  return `/transfer-notices/${transferId}`;
}
