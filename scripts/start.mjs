/**
 * `npm start`: builds the portal if needed, prepares the data, serves, and says where. One JSON line per event
 * goes to standard output from the moment the portal serves.
 */
import { spawn } from "node:child_process";
import { get } from "node:http";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildIfStale } from "./build-if-stale.mjs";
import { compiledCommand } from "./compile.mjs";

const ANSWERS_WITHIN_MS = 60_000;

/** What the demo accounts are there to show. */
const SEES = {
  "demo-company": "the whole company",
  "demo-admin": "the whole company",
  "demo-accounts": "user administration",
  "demo-division": "one division",
  "demo-region": "one region",
  "demo-facility": "one facility",
  "demo-facilities": "two facilities",
  "demo-physician": "their own patients, in one facility",
  "demo-physicians": "their own patients, in several facilities",
  "demo-isnp": "one region, ISNP patients only",
};

const firstAccount = (
  oidcOnly,
) => `Nobody has an account yet. Make the first account manager:

  npm run create-user -- --username NAME --firstname FIRST --lastname LAST${oidcOnly === "1" ? " --emergency" : ""}
`;

const PASSWORDS_CLOSED = `Passwords are closed (OIDC_ONLY), those of the demo accounts too. Make an emergency account:

  npm run create-user -- --username NAME --firstname FIRST --lastname LAST --emergency
`;

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const children = new Set();
let stopping = false;

function say(text) {
  process.stdout.write(`${text}\n`);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

function run(args, options) {
  const child = spawn(process.execPath, args, { cwd: root, ...options });
  children.add(child);
  child.once("close", () => children.delete(child));
  return child;
}

/** The settings as every part of the product reads them; null where they are bad, which it has told. */
async function readSettings() {
  const file = await compiledCommand("settings");
  const { parseSettings, settingsRefusal } = await import(
    pathToFileURL(file).href
  );
  const { settings, problems } = parseSettings(process.env);
  if (settings) return settings;
  fail(settingsRefusal(problems).trimEnd());
  return null;
}

/** Resolves with why the port cannot be listened on, or null. */
function portProblem({ HOST: host, PORT: port }) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code }) => {
      const address = `${host}:${port}`;
      resolve(
        {
          EADDRINUSE: `${address} is in use. Stop the program that uses it, or choose another port: PORT=3100 npm start`,
          EACCES: `This account may not use ${address}. Choose a port above 1023 in PORT.`,
          EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
          ENOTFOUND: `HOST: ${host} is not an address of this machine.`,
        }[code] ?? `Cannot listen on ${address}: ${code}`,
      );
    });
    probe.listen({ port, host, exclusive: true }, () => {
      probe.close(() => resolve(null));
    });
  });
}

/**
 * Brings the data server's tables up to date and makes the demo organisation on first start. Resolves with the demo
 * accounts to show, if there are any, and whether nobody can sign in yet; undefined when it failed, which it has told
 * itself.
 */
async function prepareData() {
  const child = run([await compiledCommand("prepare")], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const found = {};
  child.on("message", (message) => Object.assign(found, message));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return code === 0 ? found : undefined;
}

/** remix-serve prints each request as plain text; the portal's own log has them as JSON. */
function serve({ HOST, PORT }) {
  const cli = join("node_modules", "@remix-run", "serve", "dist", "cli.js");
  const child = run([cli, join("build", "index.js")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST,
      PORT: String(PORT),
    },
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith("{")) say(line);
  });
  return child;
}

function answers({ HOST: host, PORT: port }) {
  const target = host.includes(":") ? `[${host}]` : host;
  const reachable = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" }[target];
  return new Promise((resolve) => {
    get(
      `http://${reachable ?? target}:${port}/healthcheck`,
      { timeout: 2_000, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      },
    )
      .once("timeout", function () {
        this.destroy();
      })
      .once("error", () => resolve(false));
  });
}

async function waitForAnswer(child, settings) {
  const until = Date.now() + ANSWERS_WITHIN_MS;
  while (child.exitCode === null && !stopping && Date.now() < until) {
    if (await answers(settings)) return true;
    await wait(100);
  }
  return false;
}

function announce(
  { demo, needsAccount, notice },
  { HOST, PORT, PUBLIC_URL, PUBLIC_URL_GIVEN, OIDC_ONLY },
) {
  const address = PUBLIC_URL_GIVEN ? PUBLIC_URL : `http://${HOST}:${PORT}`;
  say(`\nSojourn is at ${address}\n`);
  if (notice) say(`${notice}\n`);
  if (needsAccount) say(firstAccount(OIDC_ONLY));
  if (!demo) return;
  if (OIDC_ONLY === "1") return say(PASSWORDS_CLOSED);
  say(`Demo accounts, password ${demo.password}\n`);
  const width = Math.max(...demo.usernames.map((one) => one.length));
  for (const username of demo.usernames) {
    say(`  ${username.padEnd(width)}  ${SEES[username] ?? ""}`.trimEnd());
  }
  say("");
}

function stop(signal) {
  stopping = true;
  for (const child of children) child.kill(signal);
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => stop(signal));
}
// Who reads this may be stopped before the portal has finished.
process.stdout.on("error", () => {});

async function start() {
  const settings = await readSettings();
  if (!settings) return;
  const problem = await portProblem(settings);
  if (problem) return fail(problem);

  process.chdir(root);
  await buildIfStale(() => say("Building the portal …"));
  if (stopping) return;
  const found = settings.API_URL ? {} : await prepareData();
  if (!found || stopping) {
    process.exitCode = stopping ? 0 : 1;
    return;
  }
  const child = serve(settings);
  const ended = new Promise((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal })),
  );
  if (await waitForAnswer(child, settings)) announce(found, settings);
  else if (!stopping && child.exitCode === null) {
    fail("The portal does not answer.");
    stop("SIGTERM");
  }
  const { code } = await ended;
  process.exitCode ??= code ?? (stopping ? 0 : 1);
}

start().catch((error) => {
  // A build that was stopped with everything else has not failed.
  if (stopping) return;
  fail(error.message);
  stop("SIGTERM");
});
