import pino from "pino";
import { expect, it } from "vitest";
import { parseSettings } from "~/contract/settings";
import { createSessions } from "~server/auth/sessions";
import { openDataServer } from "~server/data-server";
import { askDoor } from "~server/door/in-process-door";
import { saveSender } from "~server/messages/service";
import { until } from "~server/messages/transport/testing/until";
import {
  er7,
  messageStates,
  NOW,
  play,
  storedStays,
} from "~server/messages/testing/played-feed";
import { openSecrets } from "~server/secrets";
import { IS_SECOND_RUN } from "~server/testing/open-test-store";
import { seedOrganization } from "~server/testing/seed-organization";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";

it.skipIf(IS_SECOND_RUN)(
  "waiting messages are applied when their sender is known, also where no feed runs",
  async () => {
    const { folder, remove } = makeTemporaryFolder();
    const { settings } = parseSettings({ DATA_DIR: folder });
    if (!settings) throw new Error("these settings are wrong");
    const log = pino({ level: "silent" });
    const clock = () => NOW;
    const server = await openDataServer({ settings, log, clock });
    const { db } = server.store;
    await seedOrganization(db);
    const said = NOW.toISOString();
    const { id } = await db
      .insertInto("users")
      .values({
        username: "ada",
        username_key: "ada",
        firstname: "Ada",
        lastname: "Orr",
        password_hash: "none",
        access_level: "account_manager",
        access_level_id: "0",
        isnp_only: 0,
        version: 1,
        created_at: said,
        updated_at: said,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const secrets = openSecrets(settings);
    const sessions = createSessions({
      store: server.store,
      clock,
      log,
      secrets,
      asked: { ask: async () => undefined, settled: async () => undefined },
      entryRules: () => ({ issuer: null, oidcOnly: false }),
    });
    const { token } = await sessions.start(id);
    await play(db, [er7("A01", "202606100900", { id: "M" })]);
    expect(await messageStates(db)).toEqual({ M: "waiting: unknown_sender" });
    const willow = {
      ...{ sender: "PCC", facility: "WILLOW", role: "facility" as const },
      ...{ facility_id: 111, codes: "", bound_to: "" },
    };
    const answer = await askDoor(server.doors, saveSender, willow, {
      session: null,
      presented: { token },
      requestId: "test",
      signal: new AbortController().signal,
    });
    expect(answer.kind).toBe("empty");
    await until(async () => (await messageStates(db))["M"] === "used");
    expect(await storedStays(db)).toContain("77 111 06-10.. feed");
    await sessions.settled();
    await server.close();
    remove();
  },
);
