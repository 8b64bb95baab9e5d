import { REVIEW_DAYS } from "~/features/reviews/rules/review-rules";
import { createAnswerCache } from "./answer-cache";
import { insertAuditEvents } from "./audit/audit-events";
import { createAuditTrail } from "./audit/audit-trail";
import { createSessions } from "./auth/sessions";
import { portalsAt } from "./client-address";
import { afterRealTimeAwake } from "./clock/timers";
import { createExportLimit } from "./export-limit";
import { askAboutSessions } from "./organisation-sign-in/ask-about-session";
import { createReadingLimit } from "./reading-limit";
import { CensusMemory } from "./measures/census/census-memory";
import { createSignalMemory } from "./measures/signals/signal-memory";
import { noReadReplicas } from "./store/read-replicas";
import type { ApiDeps } from "./door/api-deps";

/** Completes the parts that live as long as the API itself. */
export function createApiDeps(
  given: Pick<ApiDeps, "store" | "clock" | "log" | "secrets" | "reports"> &
    Partial<
      Pick<
        ApiDeps,
        | "replicas"
        | "powerBi"
        | "provider"
        | "oidcOnly"
        | "wakeFeed"
        | "allowsDemoPassword"
        | "relyingParty"
        | "reviewDays"
        | "isPortal"
      >
    >,
): ApiDeps {
  const { store, log } = given;
  const audit = createAuditTrail({
    write: (records) =>
      store.db.transaction().execute((trx) => insertAuditEvents(trx, records)),
    log,
    after: afterRealTimeAwake,
  });
  const deps: ApiDeps = {
    replicas: noReadReplicas(store.db),
    powerBi: null,
    provider: null,
    oidcOnly: false,
    wakeFeed: () => undefined,
    allowsDemoPassword: true,
    relyingParty: null,
    reviewDays: REVIEW_DAYS,
    isPortal: portalsAt([]),
    ...given,
    cache: createAnswerCache(),
    census: new CensusMemory(),
    signals: createSignalMemory(),
    exports: createExportLimit(),
    readings: createReadingLimit(),
    sessions: createSessions({
      ...given,
      asked: askAboutSessions({ ...given, provider: () => deps.provider }),
      entryRules: () => ({
        issuer: deps.provider?.issuer ?? null,
        oidcOnly: deps.oidcOnly,
      }),
    }),
    audit,
  };
  return deps;
}
