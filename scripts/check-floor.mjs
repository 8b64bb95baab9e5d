/**
 * Holds the built scripts and styles to the oldest browsers that they run in (`browserslist` in package.json). Syntax is lowered by
 * scripts/finish-build.mjs. Functions of the language and of browsers are not, so none may be newer than these browsers,
 * in our code or in a library's. README, 'Browsers', says which these are and what older ones get.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { ESLint } from "eslint";
import compat from "eslint-plugin-compat";
import esX from "eslint-plugin-es-x";
import globals from "globals";
import { checkStyles } from "./floor-styles.mjs";

const BUILT = "public/build/**/*.js";
const { browserslist } = JSON.parse(readFileSync("package.json", "utf8"));

/** Up to version 90 Chrome passes the wrong arguments in `a?.b(...list, last)`. */
const BROKEN_IN_CHROME_80 = {
  selector: "ChainExpression CallExpression > SpreadElement:not(:last-child)",
  message: "Chrome 80 to 90 call this with the wrong arguments.",
};

function rules(severity, names) {
  return Object.fromEntries(names.map((name) => [`es-x/${name}`, severity]));
}

const newerThan2020 = esX.configs["flat/restrict-to-es2020"].rules;
const OFF = rules("off", [
  // The oldest of these browsers have them.
  "no-class-instance-fields",
  // Lists have had methods of these names for long; those of iterators are new.
  ...Object.keys(esX.rules).filter((name) =>
    name.startsWith("no-iterator-prototype-"),
  ),
  // Names that handles of a chart and a transfer have too.
  "no-resizable-and-growable-arraybuffers",
  "no-arraybuffer-prototype-transfer",
]);

const eslint = new ESLint({
  overrideConfigFile: true,
  allowInlineConfig: false,
  overrideConfig: [
    {
      files: [BUILT],
      plugins: { "es-x": esX, compat },
      languageOptions: { ecmaVersion: 2024, globals: globals.browser },
      settings: {
        "es-x": { aggressive: true },
        browsers: browserslist,
        // Asked for before they are used, with another way where they are not there.
        polyfills: [
          "navigator.connection",
          "document.fullscreenEnabled",
          "document.exitFullscreen",
        ],
        lintAllEsApis: true,
      },
      rules: {
        ...newerThan2020,
        ...OFF,
        // Of 2018, but Safari has it from 16.4 on.
        "es-x/no-regexp-lookbehind-assertions": "error",
        "compat/compat": "error",
        "no-restricted-syntax": ["error", BROKEN_IN_CHROME_80],
      },
    },
    {
      // Animations of ApexCharts have a method `at`.
      files: ["public/build/pointed-chart*.js"],
      rules: rules("off", ["no-array-prototype-at", "no-string-prototype-at"]),
    },
  ],
});

const results = await eslint.lintFiles([BUILT]);
const styles = checkStyles(browserslist);
const problems = results.flatMap(({ filePath, source, messages }) =>
  messages.map(({ line, column, message }) => {
    const text = source?.split("\n")[line - 1] ?? "";
    const around = text.slice(Math.max(0, column - 60), column + 40);
    return `${relative(".", filePath)}: ${message}\n    ${around}`;
  }),
);
process.stdout.write(
  `${results.length} scripts and ${styles.files.length} styles for ${browserslist.join(", ")}.\n`,
);
problems.push(...styles.problems);
for (const problem of problems) process.stderr.write(`${problem}\n`);
const isEmpty = results.length === 0 || styles.files.length === 0;
process.exit(problems.length > 0 || isEmpty ? 1 : 0);
