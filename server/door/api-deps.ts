import type { Logger } from "pino";
import type { AnswerCache } from "~server/answer-cache";
import type { AuditTrail } from "~server/audit/audit-trail";
import type { RelyingParty } from "~server/auth/passkeys/relying-party";
import type { Sessions } from "~server/auth/sessions";
import type { IsPortal } from "~server/client-address";
import type { Clock } from "~server/clock/clock";
import type { ExportLimit } from "~server/export-limit";
import type { CensusMemory } from "~server/measures/census/census-memory";
import type { SignalMemory } from "~server/measures/signals/signal-cells";
import type { Provider } from "~server/oidc/provider";
import type { PowerBi } from "~server/powerbi/power-bi";
import type { ReadingLimit } from "~server/reading-limit";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import type { ReadReplicas } from "~server/store/read-replicas";

export interface ApiDeps {
  store: Store;
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
  /** Whether the demo accounts' password, which is public, may be used here. */
  allowsDemoPassword: boolean;
  /** Null if this portal cannot use passkeys. */
  relyingParty: RelyingParty | null;
  /** Days allowed for the review of a transfer (R341). */
  reviewDays: number;
  isPortal: IsPortal;
  reports: ReportRoom;
  wakeFeed(): void;
  /** The organisation's login; null if it is not set up. */
  provider: Provider | null;
  oidcOnly: boolean;
  /** Null if embedded reports are not set up. */
  powerBi: PowerBi | null;
}

export interface ReportRoom {
  wake(): void;
  /** True if reports are made from our census; false if an operator's connector fetches them from CMS. */
  areFromCensus: boolean;
}
