import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import type { AccessibleLocations } from "~/domain/access/accessible-locations";
import { COMPANY_ID, LEVELS, type Level } from "~/domain/places/hierarchy";
import { SCREENS, type Screen } from "~/screens.server";

const PAGES = join(import.meta.dirname, "../docs/pages.md");

const HEAD = ["page", "who may open it"];

/** By rank (R1). */
const ACCESS_LEVELS: readonly AccessLevel[] = [
  "physician",
  "facility",
  "region",
  "division",
  "company",
  "admin",
  "account_manager",
];

const OWN_ID = 1;

const PLACES: AccessibleLocations = {
  divisions: [{ division_id: OWN_ID, division_name: "" }],
  regions: [{ region_id: OWN_ID, region_name: "", division_id: OWN_ID }],
  facilities: [
    {
      facility_id: OWN_ID,
      facility_name: "",
      region_id: OWN_ID,
      region_name: "",
      division_id: OWN_ID,
    },
  ],
};

const NO_PLACES: AccessibleLocations = {
  divisions: [],
  regions: [],
  facilities: [],
};

const PROFILES: Readonly<Record<Level, Screen>> = {
  company: SCREENS.companyOverview,
  division: SCREENS.divisionProfile,
  region: SCREENS.regionProfile,
  facility: SCREENS.facilityProfile,
  physician: SCREENS.physicianProfile,
};

interface Audience {
  levels: AccessLevel[];
  /** Somebody gets in at an id of their own alone. */
  own: boolean;
  home: boolean;
  exists: boolean;
}

async function audienceOf(screen: Screen, level?: Level): Promise<Audience> {
  const verdicts = await Promise.all(
    ACCESS_LEVELS.map(async (accessLevel) => {
      const ask = async (ownId: number, places: AccessibleLocations) =>
        screen.who(
          { accessLevel, accessLevelIds: [ownId], isnpOnly: false },
          {
            level: level ?? "",
            id: String(level === "company" ? COMPANY_ID : OWN_ID),
          },
          async () => places,
        );
      const theirs = await ask(OWN_ID, PLACES);
      return { theirs, others: await ask(OWN_ID + 1, NO_PLACES) };
    }),
  );
  return {
    levels: ACCESS_LEVELS.filter((_, at) => verdicts[at]?.theirs === "allow"),
    own: verdicts.some(({ theirs, others }) => theirs !== others),
    home: verdicts.some(({ theirs }) => theirs === "home"),
    exists: verdicts.some(({ theirs }) => theirs !== "not-found"),
  };
}

function wordsOf({ levels, own, home }: Audience): string {
  const [first = "", last = ""] = [levels[0], levels.at(-1)];
  expect(levels).toEqual(
    ACCESS_LEVELS.slice(
      ACCESS_LEVELS.findIndex((one) => one === first),
      ACCESS_LEVELS.findIndex((one) => one === last) + 1,
    ),
  );
  return `${rangeOf(first, last)}${own ? ", their own" : ""}${home ? "; lower ranks are led home" : ""}`;
}

function rangeOf(first: string, last: string): string {
  if (first === "account_manager") return "account managers";
  if (first === "physician") {
    return last === "account_manager"
      ? "everybody"
      : "all but account managers";
  }
  return last === "account_manager"
    ? `${first} and above`
    : `${first} to ${last}`;
}

/** A screen of several levels is open to the readers of a profile, with account managers or without. */
async function wordsByLevel(screen: Screen): Promise<string> {
  const levels: Level[] = [];
  const left = new Set<AccessLevel>();
  for (const level of LEVELS) {
    const audience = await audienceOf(screen, level);
    if (!audience.exists) continue;
    levels.push(level);
    const profile = await audienceOf(PROFILES[level], level);
    for (const reader of profile.levels) {
      if (!audience.levels.includes(reader)) left.add(reader);
    }
  }
  const but = left.size > 0 ? ` but ${[...left].join()}s` : "";
  const of = levels.length === LEVELS.length ? "" : `: ${levels.join(", ")}`;
  return `readers${but}${of}`.replaceAll("_", " ");
}

async function rowOf(screen: Screen): Promise<string[]> {
  const path = screen.path.replace(/:(\w+)/g, "{$1}");
  return [
    `\`${path}\`${screen.kind === "page" ? "" : ` (${screen.kind})`}`,
    screen.path.includes(":level")
      ? await wordsByLevel(screen)
      : wordsOf(await audienceOf(screen)),
  ];
}

function tableOf(rows: readonly string[][]): string {
  const widths = HEAD.map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |\n`;
  const [head = [], ...others] = rows;
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...others].map(lineOf).join("");
}

async function tableOfScreens(specified: boolean): Promise<string> {
  const screens: readonly Screen[] = Object.values(SCREENS);
  const shown = screens.filter((screen) => screen.specified === specified);
  return tableOf([HEAD, ...(await Promise.all(shown.map(rowOf)))]);
}

it("docs/pages.md has the tables of screens; UPDATE_PAGES=1 writes them", async () => {
  const [specified, ours] = [
    await tableOfScreens(true),
    await tableOfScreens(false),
  ];
  const page = readFileSync(PAGES, "utf8");
  const intro = page.slice(0, page.indexOf("## Specified"));
  const made = `${intro}## Specified\n\n${specified}\n## Ours\n\n${ours}`;
  if (process.env.UPDATE_PAGES === "1") writeFileSync(PAGES, made);
  else expect(page).toBe(made);
});
