import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import {
  serveApi,
  servePortal,
  type ServedPortal,
} from "../served/served-portal";

/** Two portals that share sessions and one data server, as two machines would. */
export async function serveTwo(
  folder: string,
  dataDir: string,
): Promise<{ portals: ServedPortal[]; stop(): Promise<void> }> {
  const api = await serveApi({ DATA_DIR: dataDir });
  const sessions = join(folder, "sessions");
  mkdirSync(sessions, { mode: 0o700 });
  const portals = await Promise.all(
    ["one", "other"].map((name) => {
      const own = join(folder, name);
      mkdirSync(own, { mode: 0o700 });
      symlinkSync(sessions, join(own, "sessions"));
      return servePortal({
        DATA_DIR: own,
        API_URL: api.url,
        SESSION_SECRET: api.secret,
      });
    }),
  );
  return {
    portals,
    async stop() {
      await Promise.all(portals.map((portal) => portal.stop()));
      await api.stop();
    },
  };
}
