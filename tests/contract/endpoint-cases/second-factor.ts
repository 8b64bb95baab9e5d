import type { AnyEndpoint } from "~/contract/endpoint";
import { deleteUserSessions, postSessionEnd } from "~/contract/second-factor";

/** Calls that end sessions; they have tests of their own. */
export const CODE_ENDPOINTS: AnyEndpoint[] = [
  deleteUserSessions,
  postSessionEnd,
];
