import type { CallFailure } from "./call.server";

/** Status of a form that the host did not take: its own where it refused; 503 for what is not the user's doing. */
export function refusalStatus({ status }: Pick<CallFailure, "status">): number {
  return status >= 400 && status < 500 ? status : 503;
}
