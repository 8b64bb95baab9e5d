/** What ships is what production needs: which packages these are, under which licences, and their list for readers. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const LICENCE_LIST = "docs/licences.md";

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
export function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Every package of the lock by its place in the tree. */
export function lockedPackages() {
  return Object.entries(readJson("package-lock.json").packages).filter(
    ([path]) => path !== "",
  );
}

export function nameOf(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** SPDX expressions as npm packages write them: one level of AND or OR. */
function isAllowed(licence) {
  const text = String(licence ?? "").replace(/[()]/g, "");
  if (text.includes(" OR ")) return text.split(" OR ").some(isAllowed);
  return text.split(" AND ").every((name) => ALLOWED_LICENCES.has(name.trim()));
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

/** Packages of others that are installed where nobody develops; binaries of other platforms among them. */
function shipped(packages) {
  return packages.filter(
    ([path, locked]) =>
      path.startsWith("node_modules/") &&
      !locked.dev &&
      !locked.devOptional &&
      !locked.link,
  );
}

/** Licences that are not allowed, and packages that name another one than the lock knows. */
export function* licenceProblems(packages) {
  for (const [path, locked] of shipped(packages)) {
    const licence = licenceOf(path, locked);
    if (!isAllowed(licence)) {
      yield `${nameOf(path)}: licence ${licence ?? "unknown"} is not on the list`;
    }
    const manifest = join(path, "package.json");
    const installed = existsSync(manifest) ? readJson(manifest).license : null;
    if (installed && installed !== locked.license) {
      yield `${nameOf(path)}: ${installed} is installed, ${locked.license} is locked`;
    }
  }
}

/** The list of {@link LICENCE_LIST}: each package that ships, once per version, under its licence. */
export function licenceList(packages) {
  const byLicence = new Map();
  for (const [path, locked] of shipped(packages)) {
    const licence = licenceOf(path, locked) ?? "unknown";
    const names = byLicence.get(licence) ?? new Set();
    byLicence.set(licence, names.add(`${nameOf(path)}@${locked.version}`));
  }
  const lists = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([licence, names]) =>
        `## ${licence}\n\n\`\`\`text\n${[...names].sort().join("\n")}\n\`\`\`\n`,
    );
  return `# Licences of what ships

Sojourn is under MIT and ships these packages, including those for other platforms. \`npm run audit\` writes this list. The gate fails
when it differs from what is locked and installed, or when a licence is not one that the product may ship with.

${lists.join("\n")}`;
}
