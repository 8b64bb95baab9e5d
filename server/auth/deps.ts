import type { Logger } from "pino";
import type { AuditedUser, Origin } from "~server/audit/audit-events";
import type { Clock } from "~server/clock/clock";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";

export interface AuthDeps {
  store: Store;
  clock: Clock;
  secrets: Secrets;
}

export interface Step {
  origin: Origin;
  log: Logger;
}

export interface OwnChange extends Step {
  user: AuditedUser;
  sessionId: string;
}
