import { readFileSync } from "node:fs";
import compatibility from "@mdn/browser-compat-data/forLegacyNode";
import type { BrowserContext } from "@playwright/test";

interface Support {
  version_added?: string | boolean | null;
  flags?: unknown;
  partial_implementation?: boolean;
}

interface Feature {
  __compat?: { support: Record<string, Support | Support[] | undefined> };
  [name: string]: unknown;
}

const { browserslist } = JSON.parse(readFileSync("package.json", "utf8")) as {
  browserslist: string[];
};

/** The oldest versions that scripts run in, by the names of the compatibility data: 'chrome' and 81. */
const OLDEST = browserslist
  .map((query) => query.split(" >= "))
  .map(
    ([name = "", version]) =>
      [name === "ios_saf" ? "safari_ios" : name, Number(version)] as const,
  );

/** True where one of the oldest browsers does not have it. */
function isNewer({ __compat }: Feature): boolean {
  if (!__compat) return false;
  return OLDEST.some(([browser, oldest]) => {
    const support = __compat.support[browser];
    const [first] = Array.isArray(support) ? support : [support];
    const added = first?.version_added;
    if (typeof added !== "string" || first?.flags) return added !== true;
    return !added.startsWith("≤") && !(Number(added) <= oldest);
  });
}

function featuresOf(parent: object): [name: string, feature: Feature][] {
  return Object.entries(parent).filter(
    (entry): entry is [string, Feature] => entry[0] !== "__compat",
  );
}

/** What the tests themselves use in a page; the product uses neither. */
const USED_BY_TESTS = ["checkVisibility", "readText"];

/** Where a name lies: on the function of an interface, on its objects, or on either. */
type Place = "function" | "objects" | "either";

type Newer = [owner: string, member: string | null, place: Place];

/** Whole interfaces that are newer, and newer members of the others. */
function newerOf(interfaces: object, placeOf: (name: string) => Place) {
  return featuresOf(interfaces).flatMap(([owner, feature]): Newer[] =>
    isNewer(feature)
      ? [[owner, null, "either"]]
      : featuresOf(feature)
          .filter(
            ([name, member]) =>
              isNewer(member) && !USED_BY_TESTS.includes(name),
          )
          .map(([name]) => [
            owner,
            name.replace(/_static$/, ""),
            placeOf(name),
          ]),
  );
}

function allNewer(): Newer[] {
  const { api, javascript } = compatibility;
  return [
    ...newerOf(api, (name) =>
      name.endsWith("_static") ? "function" : "objects",
    ),
    ...newerOf(javascript.builtins ?? {}, () => "either"),
  ];
}

/**
 * Takes from the pages of a context what the oldest browsers do not have, by MDN's compatibility data. Syntax and styles
 * stay those of today's Chromium.
 */
export async function makeOld(context: BrowserContext): Promise<void> {
  await context.addInitScript((all) => {
    const world = globalThis as unknown as Record<
      string,
      { prototype?: object } | undefined
    >;
    for (const [owner, member, place] of all) {
      const holder = world[owner];
      if (member === null) {
        delete world[owner];
      } else if (holder) {
        const { prototype } = holder;
        if (place !== "objects" || !prototype) {
          Reflect.deleteProperty(holder, member);
        }
        if (place !== "function" && prototype) {
          Reflect.deleteProperty(prototype, member);
        }
      }
    }
  }, allNewer());
}
