import { spawn } from "node:child_process";
import { delimiter, resolve } from "node:path";

const TIMEOUT_MS = 25 * 60_000;
const running = new Set();

function end(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/** Settings of the product that stand in the caller's environment are not the tests'. */
const PRODUCT_SETTINGS =
  /^(PORT|HOST|API_PORT|API_HOST|API_URL|DATA_DIR|SHARED_DIR|DATABASE_URL|DATABASE_READ_URL|SESSION_DATABASE_URL|TEST_DATABASE_URL|SESSION_SECRET|PUBLIC_URL|DEMO|SITE_NAME|COMPANY_NAME|DATA_PROVIDER|SENTRY_DSN|POWERBI_\w+|HL7_\w+|FEED_RETENTION_DAYS|REPORT_RETENTION_DAYS|E2E_\w+)$/;

function inheritedEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !PRODUCT_SETTINGS.test(name),
    ),
  );
}

/** Runs a command of node_modules/.bin in a process group of its own; resolves with its status and what it said. */
export function run(command, args, { env = {}, live = false } = {}) {
  const child = spawn(command, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...inheritedEnvironment(),
      PATH: `${resolve("node_modules/.bin")}${delimiter}${process.env.PATH}`,
      NO_COLOR: "1",
      ...env,
    },
  });
  running.add(child);
  let output = "";
  const take = (chunk) => {
    output += chunk;
    if (live) process.stdout.write(chunk);
  };
  child.stdout.setEncoding("utf8").on("data", take);
  child.stderr.setEncoding("utf8").on("data", take);
  const timer = setTimeout(() => {
    take(`\nEnded: it took longer than ${TIMEOUT_MS / 60_000} minutes.\n`);
    end(child, "SIGKILL");
  }, TIMEOUT_MS);
  return new Promise((done) => {
    const finish = (ok) => {
      clearTimeout(timer);
      running.delete(child);
      done({ ok, output });
    };
    child.once("error", (error) => {
      take(`${command}: ${error.message}\n`);
      finish(false);
    });
    child.once("close", (code) => finish(code === 0));
  });
}

/** Asks every command that still runs to end; at SIGINT the test runners clean up behind themselves. */
export function endCommands() {
  for (const child of running) end(child, "SIGINT");
}
