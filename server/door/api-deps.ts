import type { Logger } from "pino";
import type { AnswerCache } from "~server/answer-cache";
import type { AuditTrail } from "~server/audit/audit-trail";
import type { RelyingParty } from "~server/auth/passkeys/relying-party";
import type { Sessions } from "~server/auth/sessions";
import type { IsPortal } from "~server/client-address";
import type { Clock } from "~server/clock/clock";
import type { ExportLimit } from "~server/export-limit";
import type { CensusMemory } from "~server/measures/census/census-memory";
import type { SignalMemory } from "~server/measures/signals/signal-memory";
import type { Provider } from "~server/oidc/provider";
import type { PowerBi } from "~server/powerbi/power-bi";
import type { ReadingLimit } from "~server/reading-limit";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import type { ReadReplicas } from "~server/store/read-replicas";

export interface ApiDeps {
  store: Store;
  /** Where census data are read that a version names. */
  replicas: ReadReplicas;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  cache: AnswerCache;
  census: CensusMemory;
  signals: SignalMemory;
  exports: ExportLimit;
  readings: ReadingLimit;
  sessions: Sessions;
  audit: AuditTrail;
  /** Whether the password of the demo accounts may be one here: it is no secret. */
  allowsDemoPassword: boolean;
  /** Whom passkeys are for; null where this portal can have none. */
  relyingParty: RelyingParty | null;
  /** Days that there are for the review of a transfer (R341). */
  reviewDays: number;
  isPortal: IsPortal;
  reports: ReportRoom;
  /** Tells whoever applies messages here that there are some to be applied again. */
  wakeFeed(): void;
  /** The organisation's login; null where it is not set up. */
  provider: Provider | null;
  oidcOnly: boolean;
  /** Null where embedded reports are not set up. */
  powerBi: PowerBi | null;
}

export interface ReportRoom {
  /** Tells whoever makes them that there is a new request. */
  wake(): void;
  /** True where they are made from the census here; false where an operator's connector has them from CMS. */
  areFromCensus: boolean;
}
