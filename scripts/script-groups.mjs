/**
 * Which scripts of the compiler go together (group-scripts.mjs). A group is what some pages have in common and no earlier
 * group holds, with all that it reaches, so that no two groups need each other. What is fetched later stays by itself.
 */

/** Kinds of pages, and the routes of each; the first that fits counts. */
const KINDS = [
  ["profile", /^routes\/(company-overview|\w+-profile)\b/],
  ["cms-reports", /^routes\/reports\.cms\b/],
  ["reports", /^routes\/reports\b/],
  ["users", /^routes\/users?(\.|_\.(groups|from-file)|$)/],
  [
    "sign-in",
    /^routes\/(login|logout|change-password|sign-in-settings)(_|\.|$)/,
  ],
  ["search", /^routes\/(_index|search|signals)\b/],
  // Its bars are those that profiles fetch late.
  ["facilities", /^routes\/facilities\./],
  ["others", /^/],
];
/** Of the others, pages that have much in common which no other page has. */
const APART = [
  ["feed-pages", /^routes\/feed/],
  ["review-pages", /^routes\/reviews/],
  ["group-pages", /^routes\/users_\.groups/],
  ["written-pages", /^routes\/(events|targets|transfer-notices)\b/],
  ["second-step-pages", /^routes\/login_/],
  ["login-settings-pages", /^routes\/sign-in-settings/],
  [
    "place-pages",
    /^routes\/(census|events|figure-rows|residents|signals|targets|today|transfers)\b/,
  ],
];
/** What each page fetches once scripts have taken it over. */
const SOON = [
  "app/features/shell/navigation/arrive.ts",
  "app/features/shell/notices/notice-stack.tsx",
  "app/features/shell/session-clock/running-clock.tsx",
];
/** What profiles fetch then besides. */
const SOON_OF_PROFILES = [
  "app/features/profile/newer-data/newer-data.tsx",
  "app/features/profile/saved-state/keep-state.ts",
];

/** The file of a script by its URL. */
export const fileOf = (url) => `public${url}`;

/**
 * By file the name of its group; the others stay in the files of their entries.
 * @param {{ entry: object, routes: Record<string, object> }} manifest Remix's list of routes
 * @param {Record<string, object>} outputs of the compiler's metafile
 * @returns {Map<string, string>}
 */
export function groupsOf({ entry, routes }, outputs) {
  const reach = (file) => reachOf([file], outputs);
  const late = Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ kind }) => kind === "dynamic-import")
    .map(({ path }) => path);
  const namedLate = (sources) =>
    sources.map((source) => {
      const found = late.find((file) => outputs[file].entryPoint === source);
      if (!found) throw new Error(`No script begins with ${source}.`);
      return reach(found);
    });
  const pages = Object.values(routes).filter(({ id }) => id !== "root");
  const reachOfPages = (isMeant) =>
    pages
      .filter(({ id }) => isMeant(id))
      .map(({ module }) => reach(fileOf(module)));
  const ofKind = (kind) =>
    reachOfPages((id) => KINDS.find(([, ids]) => ids.test(id))[0] === kind);
  const [profiles, ...others] = KINDS.map(([kind]) => ofKind(kind));
  const soon = namedLate(SOON);
  const groups = new Map();
  const gatherIn = (name, files) => {
    for (const file of files) if (!groups.has(file)) groups.set(file, name);
  };
  const first = reach(fileOf(entry.module));
  const libraries = [...first].filter((file) => isLibrary(outputs[file]));
  gatherIn("libraries", reachOf(libraries, outputs));
  // The entry itself is in no group: it takes the page over, which it must not before the page's routes are there.
  first.delete(fileOf(entry.module));
  gatherIn("root", [...first, ...reach(fileOf(routes.root.module))]);
  // Each page has some of it, whatever its kind.
  gatherIn("root", inSeveral([profiles, others.flat()].map(together)));
  const soonOfProfiles = namedLate(SOON_OF_PROFILES);
  const later = [...soon, ...soonOfProfiles];
  gatherIn("profile", inSeveral(profiles));
  const betweenKinds = inSeveral(others.map(together));
  const withSoon = inSeveral([later, others.flat()].map(together));
  gatherIn("screens", [...betweenKinds, ...withSoon]);
  const inLate = together(late.map(reach));
  // Nothing else needs it, so no later group does.
  for (const [name, ids] of APART) {
    const beside = together([inLate, ...reachOfPages((id) => !ids.test(id))]);
    const own = inSeveral(reachOfPages((id) => ids.test(id)));
    gatherIn(
      name,
      own.filter((file) => !beside.has(file)),
    );
  }
  // A page within another one needs both.
  const parents = pages
    .filter(({ id }) => pages.some(({ parentId }) => parentId === id))
    .map(({ module }) => reach(fileOf(module)));
  for (const [at, [kind]] of KINDS.slice(1).entries()) {
    const own = together(others[at]);
    const shared = inSeveral([...others[at], ...parents, inLate]);
    gatherIn(
      kind,
      shared.filter((file) => own.has(file)),
    );
  }
  gatherIn("soon", together(soon));
  gatherIn("soon-of-profiles", together(soonOfProfiles));
  return groups;
}

/** The files, and all that they import. */
function reachOf(files, outputs) {
  const found = new Set(files);
  for (const file of found) {
    for (const { kind, path } of outputs[file].imports) {
      if (kind === "import-statement") found.add(path);
    }
  }
  return found;
}

function isLibrary({ inputs }) {
  return Object.entries(inputs).every(
    ([input, { bytesInOutput }]) =>
      bytesInOutput === 0 || /^(node_modules|vendor)\//.test(input),
  );
}

function together(sets) {
  return new Set(sets.flatMap((set) => [...set]));
}

/** What is in more than one of the sets. */
function inSeveral(sets) {
  const counts = new Map();
  for (const file of sets.flatMap((set) => [...set])) {
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([file]) => file);
}
