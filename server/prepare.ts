import { openConfiguredStore } from "~server/command-line/run-on-store";
import { ensureFigures } from "~server/measures/rebuild";
import { lockDataDir } from "./data-dir-lock";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";
import { DEMO_USERNAMES } from "./demo/accounts";
import { demoNotice } from "~/contract/settings";
import { demoLeft, ensureDemo } from "./demo/ensure-demo";
import { readSettings } from "./env";
import { knownTroubleOf } from "./command-line/known-trouble";
import { showProgress } from "./command-line/progress";
import { ensureDataDir } from "./secrets";
import { releaseReserve } from "~/runtime/disk-space.server";

/**
 * What `npm start` runs before it serves: checks the settings, brings the database up to date and fills an empty one
 * with the demo organisation. Ends with status 1 when that cannot be done. A portal of another API host needs none
 * of it.
 */
async function main(): Promise<void> {
  const settings = readSettings();
  if (settings.API_URL) return;
  ensureDataDir(settings.DATA_DIR);
  releaseReserve(settings.DATA_DIR);
  // Migrations must not run under a server that is at work; the lock ends with this process.
  lockDataDir(settings.DATA_DIR);
  const store = await openConfiguredStore(settings);
  try {
    const progress = showProgress(process.stdout);
    await ensureFigures(store.db, progress);
    const outcome = await ensureDemo({
      store,
      now: new Date(),
      wanted: settings.DEMO === "1",
      siteName: settings.SITE_NAME,
      progress,
    });
    // `npm start` listens, and says it under the address.
    if (outcome !== "not-wanted") {
      process.send?.({
        demo: { password: DEMO_PASSWORD, usernames: DEMO_USERNAMES },
        notice: demoNotice(settings, "demo"),
      });
    } else {
      const found = await demoLeft(store);
      process.send?.({
        needsAccount: found === "nothing",
        notice: demoNotice(settings, found),
      });
    }
  } finally {
    await store.close();
  }
}

main().catch((error: unknown) => {
  const message =
    knownTroubleOf(error) ??
    (error instanceof Error ? error.message : String(error));
  process.stderr.write(`The database could not be prepared: ${message}\n`);
  process.exitCode = 1;
});
