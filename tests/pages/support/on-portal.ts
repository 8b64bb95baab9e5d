import { afterAll, beforeAll } from "vitest";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type Portal,
  type PortalOptions,
} from "./portal";

/** Starts a portal for the tests of the block that calls this; it ends with the block. */
export function onPortal(
  take: (started: Portal) => void,
  options?: PortalOptions,
): void {
  let portal: Portal;
  beforeAll(async () => {
    portal = await startPortal(options);
    take(portal);
  }, PORTAL_START_TIMEOUT_MS);
  afterAll(() => portal.stop());
}
