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
import { ensureDataDir } from "~/runtime/session-secret.server";
import { releaseReserve } from "~/runtime/disk-space.server";

/**
 * Runs before `npm start`: migrates the database, and fills an empty one with the demo. Exits with 1 on failure. Does
 * nothing with another API host.
 */
async function main(): Promise<void> {
  const settings = readSettings();
  if (settings.API_URL) return;
  ensureDataDir(settings.DATA_DIR);
  releaseReserve(settings.DATA_DIR);
  // Do not migrate while another server runs. The lock ends with this process.
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
    // `npm start` receives this and prints it below the address.
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
