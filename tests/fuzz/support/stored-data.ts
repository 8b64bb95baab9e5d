import { spawnSync } from "node:child_process";
import { answersOf } from "~/features/reviews/rules/answers";
import { storePasskey } from "~server/auth/passkeys/passkey-rows";
import { storeFactor } from "~server/auth/second-factor/factor-rows";
import { storeMessage } from "~server/messages/senders/testing/store-message";
import { columnsOf } from "~server/reviews/read-review";
import { openSecrets } from "~server/secrets";
import { compiledFile } from "~server/testing/child-process";
import type { Portal } from "../../pages/support/portal";
import { inStore } from "../../pages/support/store-of-portal";
import { passkeyIdOf } from "./census.data";

type Place = Pick<Portal, "dataDir">;

const REPORTS = "examples/reports.csv";

/** What the pages of a portal show where it has some of everything. */
export async function storeSomeOfAll(portal: Place): Promise<void> {
  await inStore(portal, async ({ db }) => {
    // The first message of its feed: it waits for an account manager to say who sends it.
    const waiting = { status: "waiting", reason: "unknown_sender" } as const;
    await storeMessage(
      db,
      { sender: "LAB", facility: "ELM", ...waiting },
      "MSH|^~\\&|LAB|ELM\rPID|1||77^^^LAB^MR\r",
    );
    // Regions need a second factor, and have none yet.
    await db
      .insertInto("second_factor_rules")
      .values({ access_level: "region", required_from: "2020-01-01" })
      .execute();
    // One is changed, one is removed.
    await db
      .insertInto("group_rules")
      .values(
        ["7c9e6679-nurses", "carers"].map((name) => ({
          ...{ name, label: "A <label>", access_level: "facility" },
          ...{ access_level_id: "101 999", isnp_only: 0, version: 1 },
        })),
      )
      .execute();
    // A review of the first transfer, whose action is still to do.
    const transfer = await db
      .selectFrom("transfers")
      .where("id", "=", 1)
      .select([
        "id as transfer_id",
        "patient_id",
        "facility_id",
        "transferred_on",
      ])
      .executeTakeFirstOrThrow();
    const answers = answersOf({ action: "Call <b>", due_on: "2025-02-01" });
    await db
      .insertInto("reviews")
      .values({
        ...transfer,
        ...{ npi: null, isnp: 0, state: "open", version: 1 },
        ...columnsOf(answers),
      })
      .execute();
  });
}

/** Factors of a key that no app has: it can be read, as one that cannot is told in the log. */
export async function storeFactors(
  portal: Place,
  usernames: readonly string[],
): Promise<void> {
  const secrets = openSecrets({ DATA_DIR: portal.dataDir });
  const createdAt = new Date().toISOString();
  const factor = { key: "A".repeat(32), lastStep: 0, createdAt };
  await inStore(portal, async ({ db }) => {
    const users = await db
      .selectFrom("users")
      .where("username", "in", usernames)
      .select(["id", "username"])
      .execute();
    for (const { id, username } of users) {
      await storeFactor(db, id, factor, secrets);
      await storePasskey(db, id, {
        ...{ id: passkeyIdOf(username), publicKey: "AAAA", counter: 0 },
        ...{ transports: ["usb"], name: "A <key>", createdAt },
      });
    }
  });
}

export function importReports({ dataDir }: Place): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [compiledFile("server/imports/reports-command.ts"), REPORTS],
    {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        DATA_DIR: dataDir,
        DEMO: "0",
      },
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`no reports were imported: ${stderr}`);
}
