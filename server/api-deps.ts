import type { Logger } from "pino";
import { createAnswerCache } from "./answer-cache";
import type { AnswerCache } from "./answer-cache";
import { createSessions } from "./auth/sessions";
import type { Sessions } from "./auth/sessions";
import type { Clock } from "./clock";
import { createExportGate } from "./export-gate";
import type { ExportGate } from "./export-gate";
import type { Secrets } from "./secrets";
import type { Store } from "./store/open-store";

/** What every handler may use. */
export interface ApiDeps {
  store: Store;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  cache: AnswerCache;
  exports: ExportGate;
  sessions: Sessions;
}

/** Completes the parts that live as long as the API itself. */
export function createApiDeps(
  given: Pick<ApiDeps, "store" | "clock" | "log" | "secrets">,
): ApiDeps {
  return {
    ...given,
    cache: createAnswerCache(),
    exports: createExportGate(),
    sessions: createSessions(given),
  };
}
