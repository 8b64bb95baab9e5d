import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.mjs";
import { sendJson, startFakeHost } from "../../tests/pages/support/fake-host";

const ROOT = path.resolve(import.meta.dirname, "../..");
const STARTS_WITHIN_MS = 20_000;

/** Path of a report that a portal with Power BI offers. */
export const REPORT_PATH = "/reports/infections";

/** Power BI's own program takes frames of its maker's hosts alone. */
export const FRAME_URL = "https://app.powerbi.com/reportEmbed";

/**
 * The built portal in front of an API host that gives embed tokens, which the demo organisation has not: a token is good
 * for so many minutes.
 */
export async function startEmbeddingPortal(tokenMinutes: number) {
  const host = await startFakeHost();
  host.on("/api/reports/", (_, response) =>
    sendJson(response, {
      data: [
        {
          id: 7,
          report_id: "infections",
          title: "Infections",
          type: "powerbi",
        },
      ],
    }),
  );
  host.on("/api/reports/7", (_, response) =>
    sendJson(response, { data: { workspace_id: "w-1", report_id: "r-1" } }),
  );
  host.on("/api/powerbi/", (_, response) => {
    const nth = host.callsTo("/api/powerbi/").length;
    const end = new Date(Date.now() + tokenMinutes * 60_000);
    sendJson(response, {
      data: {
        reportConfig: {
          reportName: "Infections",
          reportId: "r-1",
          embedUrl: `${FRAME_URL}?reportId=r-1`,
        },
        accessToken: `token-${nth}`,
        expiration: end.toISOString(),
      },
    });
  });
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-embed-"));
  const child = spawn(
    process.execPath,
    ["node_modules/@remix-run/serve/dist/cli.js", "build/index.js"],
    {
      cwd: ROOT,
      stdio: "ignore",
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: folder,
        API_URL: host.url,
        SESSION_SECRET: "browser-tests ".repeat(4),
      },
    },
  );
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${origin}/healthcheck`).catch(() => null);
    if (answer?.ok) break;
    if (Date.now() > until) throw new Error("the portal did not start");
    await wait(50);
  }
  return {
    origin,
    host,
    async stop() {
      const ended = new Promise((done) => child.once("close", done));
      child.kill("SIGTERM");
      await ended;
      await host.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
