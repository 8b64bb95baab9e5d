/**
 * What the built styles use that the oldest browsers (`browserslist` in package.json) do not have, by MDN's
 * compatibility data: properties and their words, functions, pseudo-classes and questions to the screen.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import postcss from "postcss";

const { css } = createRequire(import.meta.url)("@mdn/browser-compat-data");

const BUILT = join("public", "build");
const NAMES_AT_MDN = { ios_saf: "safari_ios" };

/** Newer than the floor on purpose: what older browsers show instead was looked at. */
const LOOKED_AT = {
  ":has": "print, the row under a notice and ranges; each only moves something",
  ":where": "the reset of buttons, which base.css sets for button alone too",
  ":focus-visible": "browsers draw their own ring",
  "@media forced-colors": "no such mode there",
  "accent-color": "boxes have the browser's colour",
  "@page": "Safari prints on its own margins",
  "grid-template-rows: subgrid": "rows of scores are level by themselves",
  "::details-content": "closed notes stay closed on paper",
  "content-visibility": "belongs to ::details-content",
  "color-scheme": "fields have the browser's colours",
  "container-type": "belongs to @container",
  "container-type: inline-size": "belongs to @container",
  "@container":
    "text zoomed by a page's style makes wide lists wider than the window",
  "break-after: avoid": "a heading may end a sheet of paper",
  "overscroll-behavior": "the page scrolls on at the end of a list",
  "user-select: all": "a number is selected as other text is",
};

/** Only how something looks by a hair, or a system without the thing (a pointer, a corner to pull at). */
const OF_NO_WEIGHT =
  /^(text-(wrap|underline-offset|decoration)|font-family|cursor|resize)\b/;

function isSince(support, version) {
  return [support ?? []].flat().some(({ version_added: added, flags }) => {
    if (flags || !added || added === "preview") return false;
    return parseFloat(String(added).replace("≤", "")) <= version;
  });
}

function lacking(feature, floor) {
  const support = feature?.__compat?.support;
  if (!support) return [];
  return floor
    .filter(({ browser, version }) => !isSince(support[browser], version))
    .map(({ name }) => name);
}

function ofDeclaration({ prop, value }) {
  if (/^-/.test(prop)) return [];
  const property = css.properties[prop];
  const words = value.match(/[a-z][a-z-]*/g) ?? [];
  const functions = value.match(/[a-z][a-z-]*(?=\()/g) ?? [];
  return [
    [prop, property],
    ...words.map((word) => [`${prop}: ${word}`, property?.[word]]),
    ...functions.map((name) => [
      `${name}()`,
      css.types[name] ?? css.types.color[name],
    ]),
  ];
}

function ofSelector({ selector }) {
  return (selector.match(/::?[a-z][a-z-]*/g) ?? []).map((pseudo) => [
    pseudo,
    css.selectors[pseudo.replace(/^::?/, "")],
  ]);
}

function ofAtRule({ name, params }) {
  const asked = (params.match(/\(\s*[a-z-]+/g) ?? []).map((text) =>
    text.replace(/[\s(]/g, ""),
  );
  return [
    [`@${name}`, css["at-rules"][name]],
    ...(name === "media" ? asked : []).map((feature) => [
      `@media ${feature}`,
      css["at-rules"].media[feature],
    ]),
  ];
}

const OF = { decl: ofDeclaration, rule: ofSelector, atrule: ofAtRule };

/** Whether `@supports` asks before the node is used. */
function isAskedFor(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === "atrule" && at.name === "supports") return true;
  }
  return false;
}

/** 'chrome >= 81' as MDN names it. */
function floorOf(browserslist) {
  return browserslist.map((line) => {
    const [name, , version] = line.split(" ");
    return {
      name,
      browser: NAMES_AT_MDN[name] ?? name,
      version: Number(version),
    };
  });
}

/** The styles, and a line for each thing that some browser of the floor lacks and that nobody has looked at. */
export function checkStyles(browserslist) {
  const floor = floorOf(browserslist);
  const files = readdirSync(BUILT, { recursive: true })
    .filter((name) => name.endsWith(".css"))
    .map((name) => join(BUILT, name));
  const problems = new Set();
  for (const file of files) {
    postcss.parse(readFileSync(file, "utf8")).walk((node) => {
      for (const [name, feature] of OF[node.type]?.(node) ?? []) {
        const without = lacking(feature, floor);
        const isKnown =
          OF_NO_WEIGHT.test(name) ||
          name.split(": ")[0] in LOOKED_AT ||
          name in LOOKED_AT;
        if (without.length === 0 || isKnown || isAskedFor(node)) continue;
        problems.add(`${file}: ${name} is not in ${without.join(", ")}`);
      }
    });
  }
  return { files, problems: [...problems] };
}
