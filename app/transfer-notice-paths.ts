import type { Level } from "~/domain/places/hierarchy";
import { withQuery } from "~/paths";

/** A month, or what is due. `send` asks whether the month's list was sent. */
export interface NoticesQuery {
  month?: string | undefined;
  due?: 1 | undefined;
  send?: 1 | undefined;
  page?: number | undefined;
}

/** The notices of a facility's transfers; above facilities, how many are due at each. */
export function noticesPath(
  level: Exclude<Level, "physician">,
  id: number,
  query: NoticesQuery = {},
): string {
  return withQuery(`/transfer-notices/${level}/${id}`, query);
}

export function noticesDataPath(id: number, query: NoticesQuery): string {
  return withQuery(`/transfer-notices-data/facility/${id}`, query);
}

/** The notices of one transfer. The id is negative if the transfer is known from the feed only. */
export function noticePath(transferId: number): string {
  return `/transfer-notices/${transferId}`;
}
