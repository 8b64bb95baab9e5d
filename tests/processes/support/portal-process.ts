import { freePort } from "../../../scripts/free-port.mjs";
import type { Browser } from "../../pages/support/browser";
import { startPortal, type OwnPortal } from "../../pages/support/portal";

/** A portal at an address that it keeps when it is started again. */
export interface PortalProcess {
  origin: string;
  browser(): Browser;
  /** What it has logged since it was first started. */
  log(): string[];
  /** Starts it where it has ended. */
  start(): Promise<void>;
  /** Ends it as a machine that loses its power. */
  kill(): Promise<void>;
}

export async function startPortalProcess(
  env: Record<string, string>,
): Promise<PortalProcess> {
  const port = await freePort();
  const started: OwnPortal[] = [await startPortal({ port, env })];
  let isRunning = true;
  const last = () => started.at(-1) as OwnPortal;
  return {
    origin: last().origin,
    browser: () => last().browser(),
    log: () => started.flatMap((portal) => portal.linesSoFar()),
    async start() {
      if (isRunning) return;
      started.push(await startPortal({ port, env }));
      isRunning = true;
    },
    async kill() {
      if (!isRunning) return;
      isRunning = false;
      await last().kill();
    },
  };
}
