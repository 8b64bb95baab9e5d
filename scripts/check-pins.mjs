/**
 * What is installed is what package.json says: exact pins, overrides in every place of the tree, licences that
 * the product may ship with, and their list. Registry mirrors do not all answer `npm audit`, so the pins are held here.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  LICENCE_LIST,
  licenceList,
  licenceProblems,
  lockedPackages,
  nameOf,
  readJson,
} from "./licences.mjs";

/** Packages that stand in for others (docs/decisions/0007-libraries.md). */
const OWN_FOLDER = "file:vendor/";
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** The version that stands on disk, or null: optional packages of other platforms are in the lock alone. */
function installedVersion(path) {
  const file = join(path, "package.json");
  return existsSync(file) ? readJson(file).version : null;
}

function* pinProblems(manifest) {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const [name, version] of Object.entries(wanted)) {
    if (version === OWN_FOLDER + name) continue;
    if (!EXACT.test(version)) {
      yield `${name}: "${version}" is not an exact version`;
      continue;
    }
    const installed = installedVersion(join("node_modules", name));
    if (installed !== version) {
      yield `${name}: ${installed ?? "nothing"} is installed, ${version} is pinned`;
    }
  }
}

function* overrideProblems(manifest, packages) {
  for (const [path, locked] of packages) {
    const wanted = manifest.overrides?.[nameOf(path)];
    if (!wanted) continue;
    if (wanted === `$${nameOf(path)}`) {
      // One of ours: there is no other in the tree.
      if (!locked.link) yield `${path}: is not the one in ${OWN_FOLDER}`;
      continue;
    }
    const installed = installedVersion(path);
    for (const version of [locked.version, installed]) {
      if (version && version !== wanted) {
        yield `${path}: ${version} stands where the override says ${wanted}`;
      }
    }
  }
}

function* listProblems(packages) {
  const kept = existsSync(LICENCE_LIST)
    ? readFileSync(LICENCE_LIST, "utf8")
    : "";
  if (kept !== licenceList(packages)) {
    yield `${LICENCE_LIST} is not what is installed: run "npm run audit"`;
  }
}

const manifest = readJson("package.json");
const packages = lockedPackages();
const problems = [
  ...pinProblems(manifest),
  ...overrideProblems(manifest, packages),
  ...licenceProblems(packages),
  ...listProblems(packages),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) {
  process.stdout.write("Pins, overrides and licences hold.\n");
}
process.exit(problems.length > 0 ? 1 : 0);
