/**
 * `npm test`: all that a change needs. Every step runs even when an earlier one failed, so that one run tells everything.
 * `npm test -- --only=lint,unit` runs the named steps alone. `npm run test:long` runs the long ones; with `-- --minutes=10`
 * as far as it comes in that time: what is cut off then is told, and is no failure.
 */
import { rmSync } from "node:fs";
import { endCommands } from "./run-command.mjs";
import { slowestTable } from "./test-counts.mjs";
import { LONG, reports, SHORT } from "./test-steps.mjs";

const results = [];
let isStopping = false;
let isTimeUp = false;
const isLong = process.argv.includes("--long");
const STAGES = isLong ? LONG : SHORT;

async function runStep(step) {
  const startedAt = Date.now();
  if (step.live) process.stdout.write(`\n== ${step.name}\n`);
  const result = await step
    .run()
    .catch((error) => ({ ok: false, output: `${error.message}\n` }));
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const verdict = verdictOf(result);
  if (!step.live) process.stdout.write(`\n== ${step.name}\n`);
  if (!step.live || !result.counts) process.stdout.write(result.output ?? "");
  process.stdout.write(`-- ${step.name}: ${verdict}, ${seconds} s\n`);
  results.push({ step, seconds, ...result, verdict });
}

/** Who is cut off may leave no report; a failure that is in one counts all the same. */
function verdictOf({ skipped, ok, namesFailures }) {
  if (skipped) return "not run";
  if (ok) return "ok";
  return isTimeUp && !namesFailures ? "cut off" : "FAILED";
}

async function runLane(steps) {
  for (const step of steps) {
    if (!isStopping) await runStep(step);
  }
}

function minutesOption() {
  return process.argv.find((arg) => /^--minutes=\d+$/.test(arg));
}

function chosenSteps() {
  const all = STAGES.flat(2);
  const args = process.argv.slice(2);
  const option = args.find((arg) => arg.startsWith("--only="));
  const unknownArgs = args.filter(
    (arg) => ![option, "--long", minutesOption()].includes(arg),
  );
  const names =
    option?.slice("--only=".length).split(",") ?? all.map(({ name }) => name);
  const unknown = names.filter(
    (name) => !all.some((step) => step.name === name),
  );
  if (unknown.length > 0 || unknownArgs.length > 0) {
    process.stderr.write(
      `Unknown: ${[...unknown, ...unknownArgs].join(" ")}. Use --only= with some of ${all.map(({ name }) => name).join(",")}.\n`,
    );
    process.exit(2);
  }
  return new Set(all.filter(({ name }) => names.includes(name)));
}

function summarise(chosen) {
  process.stdout.write("\n== summary\n");
  const total = { passed: 0, failed: 0 };
  for (const { step, verdict, seconds, counts, note } of results) {
    const tally = counts
      ? `  ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
      : "";
    total.passed += counts?.passed ?? 0;
    // A runner that is ended counts what it was at.
    if (verdict !== "cut off") total.failed += counts?.failed ?? 0;
    process.stdout.write(
      `${step.name.padEnd(11)}${verdict.padEnd(8)}${seconds.padStart(6)} s${tally}${note ? `  (${note})` : ""}\n`,
    );
  }
  process.stdout.write(
    slowestTable(results.flatMap(({ times }) => times ?? [])),
  );
  const failedSteps = results.filter(({ verdict }) => verdict === "FAILED");
  // Again, at the end: of a long output, the end is what is read and kept.
  for (const { step, failures = [] } of failedSteps) {
    for (const failure of failures) {
      process.stdout.write(`\n${step.name}: ${failure}\n`);
    }
  }
  if (failedSteps.length > 0) {
    process.stdout.write(
      `Failed steps: ${failedSteps.map(({ step }) => step.name).join(", ")}\n`,
    );
  }
  const begun = new Set(results.map(({ step }) => step));
  const left = [...chosen].filter((step) => !begun.has(step));
  if (left.length > 0) {
    process.stdout.write(
      `Not begun: ${left.map(({ name }) => name).join(", ")}\n`,
    );
  }
  const expectsTests = [...chosen].some((step) => step.tests);
  const ranNone = expectsTests && total.passed + total.failed === 0;
  if (ranNone) process.stdout.write("No test ran.\n");
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  return failedSteps.length === 0 && total.failed === 0 && !ranNone;
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    isStopping = true;
    endCommands();
  });
}

const chosen = chosenSteps();
const minutes = Number(minutesOption()?.split("=")[1] ?? Infinity);
const timeUp =
  minutes < Infinity &&
  setTimeout(() => {
    isTimeUp = isStopping = true;
    endCommands();
  }, minutes * 60_000);
try {
  for (const lanes of STAGES) {
    await Promise.all(
      lanes.map((lane) => runLane(lane.filter((step) => chosen.has(step)))),
    );
  }
} finally {
  clearTimeout(timeUp);
  rmSync(reports, { recursive: true, force: true });
}
const wasInterrupted = isStopping && !isTimeUp;
process.exitCode = summarise(chosen) && !wasInterrupted ? 0 : 1;
