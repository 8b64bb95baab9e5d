/**
 * `npm run audit`: writes the list of licences, checks pins, overrides and licences, and asks the registry for known faults
 * of what ships. Exit status 0: all asked and nothing found; 1: something found; 3: the registry does not tell, which is
 * not the same as nothing.
 */
import { writeFileSync } from "node:fs";
import { LICENCE_LIST, licenceList, lockedPackages } from "./licences.mjs";
import { run } from "./run-command.mjs";

const FOUND = 1;
const NOT_TOLD = 3;

function say(text) {
  process.stdout.write(`${text}\n`);
}

/** The faults that a registry tells of, one line each; null where it does not tell. */
async function knownFaults() {
  const { output } = await run("npm", ["audit", "--omit=dev", "--json"]);
  const from = output.indexOf("{");
  let report;
  try {
    report = JSON.parse(output.slice(from, output.lastIndexOf("}") + 1));
  } catch {
    return { why: output.trim() };
  }
  if (!report.metadata?.vulnerabilities || !report.vulnerabilities) {
    return { why: report.message ?? report.error?.summary ?? "no report" };
  }
  const faults = Object.values(report.vulnerabilities).flatMap((one) =>
    one.via
      .filter((via) => typeof via === "object")
      .map(({ title, url }) => `${one.name}: ${one.severity}: ${title} ${url}`),
  );
  return { faults };
}

writeFileSync(LICENCE_LIST, licenceList(lockedPackages()));
say(`${LICENCE_LIST} is written.`);
const pins = await run("node", ["scripts/check-pins.mjs"]);
say(pins.output.trim());
const { faults, why } = await knownFaults();
if (faults) {
  for (const fault of faults) say(fault);
  say(`The registry knows ${faults.length} faults of what ships.`);
} else {
  say(
    `NOT ASKED: the registry does not tell of faults (${why}). Whether there are any is not known; ask again where it does.`,
  );
}
const isBad = !pins.ok || (faults?.length ?? 0) > 0;
process.exitCode = isBad ? FOUND : faults ? 0 : NOT_TOLD;
