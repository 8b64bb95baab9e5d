/**
 * What is installed is what package.json says: exact pins, overrides in every place of the tree, licences that
 * the product may ship with. Registry mirrors do not all answer `npm audit`, so the pins are held here.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ALLOWED_LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
]);
/** Packages that name no licence but come with its text: which one it is, read by a person, and the digest of that text. */
const LICENCE_TEXTS = {
  "png-js@2.0.0": {
    licence: "MIT",
    sha256: "bdb26a2ec815931ed6a38f3416362566204ee85ecdef96702b636402da4c75c3",
  },
};
/** Packages that stand in for others (docs/decisions/0007-libraries.md). */
const OWN_FOLDER = "file:vendor/";
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** SPDX expressions as npm packages write them: one level of AND or OR. */
function isAllowed(licence) {
  const text = String(licence ?? "").replace(/[()]/g, "");
  if (text.includes(" OR ")) return text.split(" OR ").some(isAllowed);
  return text.split(" AND ").every((name) => ALLOWED_LICENCES.has(name.trim()));
}

function nameOf(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

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

/** The licence that a package names, or that its text is; undefined for any other text. */
function licenceOf(path, { license, version }) {
  if (license) return license;
  const known = LICENCE_TEXTS[`${nameOf(path)}@${version}`];
  const file = join(path, "LICENSE");
  if (!known || !existsSync(file)) return undefined;
  const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
  return digest === known.sha256 ? known.licence : undefined;
}

function* licenceProblems(packages) {
  for (const [path, locked] of packages) {
    if (locked.dev || locked.devOptional || locked.link) continue;
    const licence = licenceOf(path, locked);
    if (!isAllowed(licence)) {
      yield `${nameOf(path)}: licence ${licence ?? "unknown"} is not on the list`;
    }
  }
}

const manifest = readJson("package.json");
const packages = Object.entries(readJson("package-lock.json").packages).filter(
  ([path]) => path !== "",
);
const problems = [
  ...pinProblems(manifest),
  ...overrideProblems(manifest, packages),
  ...licenceProblems(packages),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) {
  process.stdout.write("Pins, overrides and licences hold.\n");
}
process.exit(problems.length > 0 ? 1 : 0);
