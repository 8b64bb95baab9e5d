import type { CallFailure } from "~/data/call.server";
import {
  ENOUGH_EXPORTS,
  EXPORTS_PER_USER,
} from "~/domain/lists/download-texts";
import { Semaphore } from "~/runtime/semaphore.server";

/** Downloads by session: connections to an API host are few, and one person must not take them all. */
export const downloadLimit = new Semaphore<string>({
  perKey: EXPORTS_PER_USER,
});

export const ENOUGH_DOWNLOADS: CallFailure = {
  kind: "failure",
  status: 429,
  message: ENOUGH_EXPORTS,
  reason: "host",
};
