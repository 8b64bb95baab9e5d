import { afterAll, beforeAll } from "vitest";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
  type Portal,
  type PortalOptions,
} from "./portal";
import { portalOfCensus } from "./shared-portal";

/**
 * Gives the portal of the small census to the tests of the block that calls this. Other blocks have the same one before
 * and after: who changes what it stores starts one of its own.
 */
export function onPortal(take: (portal: Portal) => void): void {
  beforeAll(async () => {
    take((await portalOfCensus()).portal);
  }, PORTAL_START_TIMEOUT_MS);
}

/** Starts a portal for the tests of the block that calls this alone; it ends with the block. */
export function onOwnPortal(
  take: (portal: Portal) => void,
  options?: PortalOptions,
): void {
  let portal: OwnPortal;
  beforeAll(async () => {
    portal = await startPortal(options);
    take(portal);
  }, PORTAL_START_TIMEOUT_MS);
  afterAll(() => portal.stop());
}
