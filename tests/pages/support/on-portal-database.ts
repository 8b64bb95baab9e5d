import { afterEach, beforeEach } from "vitest";
import type { Connected } from "~/runtime/database/connect.server";
import { Seal } from "~/runtime/seal.server";
import { testDatabasePlace } from "~server/testing/test-database-place";
import {
  openPortalDatabase,
  type PortalSchema,
} from "~/session/portal-database.server";
import type { RecordWithTokens } from "~/session/session-record.server";

/** A portal's database for each test of the file, and what opens it under a secret. */
export function onPortalDatabase() {
  let opened: Connected<PortalSchema>;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    const place = await testDatabasePlace();
    ({ remove } = place);
    opened = await openPortalDatabase(place.location);
  });
  afterEach(async () => {
    await opened.close();
    await remove();
  });
  return {
    db: () => opened.db,
    under: (secret: string) =>
      [async () => opened.db, new Seal(secret, "portal store")] as const,
  };
}

export function recordAt(now: number): RecordWithTokens {
  return {
    token: "t0",
    refreshToken: "r0",
    tokenEndsAt: now + 15 * 60_000,
    signedInAt: now,
    user: {
      ...{ id: "1", name: "Ada", username: "ada", multiFacility: false },
      viewer: { accessLevel: "company", accessLevelIds: [0], isnpOnly: false },
    },
    lastUpdated: null,
    notices: [],
  };
}
