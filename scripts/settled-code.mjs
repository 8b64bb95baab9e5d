/**
 * What is known of a built script before it runs: pages alone run it, and remix.config.js says which features are on. Remix
 * and our own code ask for both while they run. With the answers in their place, Rollup leaves out what only a server
 * runs, and what is off.
 */
import config from "../remix.config.js";

const IN_PAGE = /(?<![\w$.])typeof (?:document|window)\b(?!\s*[.?[(])/g;
/** As `a.future.v3_singleFetch`. */
const FEATURE = /(?<![\w$.\])])[\w$]+(?:\.[\w$]+)*\.(v3_\w+)\b/g;

/**
 * @param {string} code of a script, as the compiler wrote it
 * @param {Record<string, boolean>} [features] by name, whether it is on
 * @returns {string}
 */
export function settledCode(code, features = config.future) {
  return code
    .replace(IN_PAGE, '"object"')
    .replace(FEATURE, (asked, name) =>
      name in features ? String(features[name]) : asked,
    );
}
