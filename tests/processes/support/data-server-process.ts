import { runFile, type TestProcess } from "~server/testing/child-process";
import { freePort } from "../../../scripts/free-port.mjs";

/** `npm run api` on a port of its own, which it keeps when it is started again. */
export interface DataServerProcess {
  url: string;
  /** How many calls of a path have been answered with that status. */
  answered(route: string, status: number): number;
  /** What it has logged since it was first started. */
  log(): string[];
  /** Starts it where it has ended. */
  start(): Promise<void>;
  /** As a machine that loses its power. */
  kill(): Promise<void>;
}

export async function startDataServer(
  env: Record<string, string>,
): Promise<DataServerProcess> {
  const port = await freePort();
  const earlier: string[] = [];
  let running: TestProcess | null = null;
  const log = () => [...earlier, ...(running?.lines ?? [])];

  const server: DataServerProcess = {
    url: `http://127.0.0.1:${port}`,
    answered: (route, status) =>
      log().filter(
        (line) =>
          line.includes(`"route":"${route}"`) &&
          line.includes(`"status":${status},`),
      ).length,
    log,
    async start() {
      if (running) return;
      running = runFile("server/standalone.ts", [], {
        ...env,
        API_PORT: String(port),
      });
      const { child, ended } = running;
      const killWithTests = () => child.kill("SIGKILL");
      process.once("exit", killWithTests);
      void ended.finally(() => process.off("exit", killWithTests));
      await running.line((line) => line.includes('"api.started"'));
    },
    async kill() {
      if (!running) return;
      const { child, ended, lines } = running;
      child.kill("SIGKILL");
      await ended;
      earlier.push(...lines);
      running = null;
    },
  };
  await server.start();
  return server;
}
