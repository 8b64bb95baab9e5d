import type { Logger } from "pino";
import { insertAuditEvents } from "./audit/audit-events";
import { createAuditTrail } from "./audit/audit-trail";
import type { AuditTrail } from "./audit/audit-trail";
import { createAnswerCache } from "./answer-cache";
import type { AnswerCache } from "./answer-cache";
import { createSessions } from "./auth/sessions";
import type { Sessions } from "./auth/sessions";
import { portalsAt } from "./client-address";
import type { IsPortal } from "./client-address";
import type { Clock } from "./clock";
import { createExportLimit } from "./export-limit";
import type { ExportLimit } from "./export-limit";
import { afterRealTimeAwake } from "./jobs/timers";
import type { PowerBi } from "./powerbi/power-bi";
import type { Secrets } from "./secrets";
import type { Store } from "./store/open-store";

/** What every handler may use. */
export interface ApiDeps {
  store: Store;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  cache: AnswerCache;
  exports: ExportLimit;
  sessions: Sessions;
  audit: AuditTrail;
  /** Whether the password of the demo accounts may be one here: it is no secret. */
  allowsDemoPassword: boolean;
  /** Whose word on the browser's address is believed. */
  isPortal: IsPortal;
  reports: ReportRoom;
  /** Null where embedded reports are not set up. */
  powerBi: PowerBi | null;
}

/** How requested CMS reports are made. */
export interface ReportRoom {
  /** Tells whoever makes them that there is a new request. */
  wake(): void;
  /** True where they are made from the census here; false where an operator's connector has them from CMS. */
  areFromCensus: boolean;
}

/** Completes the parts that live as long as the API itself. */
export function createApiDeps(
  given: Pick<ApiDeps, "store" | "clock" | "log" | "secrets" | "reports"> &
    Partial<Pick<ApiDeps, "powerBi" | "allowsDemoPassword" | "isPortal">>,
): ApiDeps {
  const { store, log } = given;
  const audit = createAuditTrail({
    write: (records) => insertAuditEvents(store.db, records),
    log,
    after: afterRealTimeAwake,
  });
  return {
    powerBi: null,
    allowsDemoPassword: true,
    isPortal: portalsAt([]),
    ...given,
    cache: createAnswerCache(),
    exports: createExportLimit(),
    sessions: createSessions(given),
    audit,
  };
}
