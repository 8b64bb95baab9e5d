import { beforeAll, describe, expect, it } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import type { Level } from "~/domain/places/hierarchy";
import { openTestStore } from "~server/testing/open-test-store";
import {
  IDLE_NPI,
  ROAMING_NPI,
  SETTLED_NPI,
  seedOrganization,
} from "~server/testing/seed-organization";
import { accessibleFacilityIds } from "./facilities";
import { isIsnpOnly, resolveScope } from "./scope";
import { openedForAll } from "~server/testing/opened";

const UNKNOWN = 999_999;

function viewer(accessLevel: AccessLevel, ids: number[] = [0]): Viewer {
  return { accessLevel, accessLevelIds: ids, isnpOnly: false };
}

const COMPANY = viewer("company");
const ADMIN = viewer("admin");
const ACCOUNTS = viewer("account_manager");
const DIVISION = viewer("division", [1]);
const REGION = viewer("region", [11]);
const FACILITY = viewer("facility", [111, 121]);
const PHYSICIAN = viewer("physician", [ROAMING_NPI]);

/** Facility ids as text, or the refusal. */
type Expected = "all" | "forbidden" | "not-found" | number[];

describe("the scope of a call", () => {
  const store = openedForAll(() => openTestStore());
  beforeAll(() => seedOrganization(store.db));

  async function ask(
    who: Viewer,
    level: Level,
    id: number,
    facilityId?: number,
  ): Promise<Expected> {
    const scope = await resolveScope(store.db, who, { level, id, facilityId });
    return scope.verdict === "allow" ? scope.facilityIds : scope.verdict;
  }

  it.each<[AccessLevel, Viewer, Expected]>([
    ["company", COMPANY, "all"],
    ["admin", ADMIN, "all"],
    ["account_manager", ACCOUNTS, "forbidden"],
    ["division", DIVISION, "forbidden"],
    ["region", REGION, "forbidden"],
    ["facility", FACILITY, "forbidden"],
    ["physician", PHYSICIAN, "forbidden"],
  ])("answers a %s for the company as it should", async (_, who, expected) => {
    expect(await ask(who, "company", 0)).toEqual(expected);
    expect(await ask(who, "company", 1)).toBe(
      expected === "all" ? "not-found" : "forbidden",
    );
  });

  it.each<[AccessLevel, Viewer, Record<string, Expected>]>([
    [
      "account_manager",
      ACCOUNTS,
      { own: [111, 112, 121], other: [211], empty: [], unknown: "not-found" },
    ],
    [
      "company",
      COMPANY,
      { own: [111, 112, 121], other: [211], empty: [], unknown: "not-found" },
    ],
    [
      "admin",
      ADMIN,
      { own: [111, 112, 121], other: [211], empty: [], unknown: "not-found" },
    ],
    [
      "division",
      DIVISION,
      {
        own: [111, 112, 121],
        other: "forbidden",
        empty: "forbidden",
        unknown: "forbidden",
      },
    ],
    ["region", REGION, { own: "forbidden", unknown: "forbidden" }],
    ["facility", FACILITY, { own: "forbidden", unknown: "forbidden" }],
    ["physician", PHYSICIAN, { own: "forbidden", unknown: "forbidden" }],
  ])("answers a %s for divisions as it should", async (_, who, expected) => {
    const ids = { own: 1, other: 2, empty: 3, unknown: UNKNOWN };
    for (const [key, answer] of Object.entries(expected)) {
      const id = ids[key as keyof typeof ids];
      expect(await ask(who, "division", id)).toEqual(answer);
    }
  });

  it("lets a division without facilities be opened by its manager", async () => {
    expect(await ask(viewer("division", [3]), "division", 3)).toEqual([]);
  });

  it.each<[AccessLevel, Viewer, Expected[]]>([
    ["account_manager", ACCOUNTS, [[111, 112], [121], [211], "not-found"]],
    ["company", COMPANY, [[111, 112], [121], [211], "not-found"]],
    ["admin", ADMIN, [[111, 112], [121], [211], "not-found"]],
    ["division", DIVISION, [[111, 112], [121], "forbidden", "forbidden"]],
    ["region", REGION, [[111, 112], "forbidden", "forbidden", "forbidden"]],
    ["facility", FACILITY, refused(4)],
    ["physician", PHYSICIAN, refused(4)],
  ])("answers a %s for regions as it should", async (_, who, expected) => {
    for (const [at, id] of [11, 12, 21, UNKNOWN].entries()) {
      expect(await ask(who, "region", id)).toEqual(expected[at]);
    }
  });

  it.each<[AccessLevel, Viewer, Expected[]]>([
    ["account_manager", ACCOUNTS, [[111], [112], [121], [211], "not-found"]],
    ["company", COMPANY, [[111], [112], [121], [211], "not-found"]],
    ["admin", ADMIN, [[111], [112], [121], [211], "not-found"]],
    ["division", DIVISION, [[111], [112], [121], "forbidden", "forbidden"]],
    ["region", REGION, [[111], [112], "forbidden", "forbidden", "forbidden"]],
    [
      "facility",
      FACILITY,
      [[111], "forbidden", [121], "forbidden", "forbidden"],
    ],
    ["physician", PHYSICIAN, refused(5)],
  ])("answers a %s for facilities as it should", async (_, who, expected) => {
    for (const [at, id] of [111, 112, 121, 211, UNKNOWN].entries()) {
      expect(await ask(who, "facility", id)).toEqual(expected[at]);
    }
  });

  it.each<[AccessLevel, Viewer, Expected[]]>([
    ["account_manager", ACCOUNTS, ["all", "all", "all", "not-found", "all"]],
    ["company", COMPANY, ["all", "all", "all", "not-found", "all"]],
    ["admin", ADMIN, ["all", "all", "all", "not-found", "all"]],
    [
      "division",
      DIVISION,
      [
        [111, 112, 121],
        [111, 112, 121],
        "forbidden",
        "forbidden",
        [111, 112, 121],
      ],
    ],
    [
      "region",
      REGION,
      [[111, 112], "forbidden", "forbidden", "forbidden", [111, 112]],
    ],
    [
      "facility",
      FACILITY,
      [[111, 121], [111, 121], "forbidden", "forbidden", [111, 121]],
    ],
    [
      "physician",
      PHYSICIAN,
      ["all", "forbidden", "forbidden", "forbidden", "forbidden"],
    ],
  ])("answers a %s for physicians as it should", async (_, who, expected) => {
    const npis = [ROAMING_NPI, SETTLED_NPI, IDLE_NPI, UNKNOWN, 0];
    for (const [at, npi] of npis.entries()) {
      expect(await ask(who, "physician", npi)).toEqual(expected[at]);
    }
  });

  it("tells whose stays count: a physician's, nobody's or everybody's", async () => {
    const npiOf = async (level: Level, id: number) => {
      const scope = await resolveScope(store.db, DIVISION, { level, id });
      return "npi" in scope ? scope.npi : undefined;
    };
    expect(await npiOf("physician", ROAMING_NPI)).toBe(ROAMING_NPI);
    expect(await npiOf("physician", 0)).toBeNull();
    expect(await npiOf("region", 11)).toBeUndefined();
  });

  it("lets a physician without stays open their own profile, and none that is not on record", async () => {
    expect(
      await ask(viewer("physician", [IDLE_NPI]), "physician", IDLE_NPI),
    ).toBe("all");
    expect(
      await ask(viewer("physician", [UNKNOWN]), "physician", UNKNOWN),
    ).toBe("forbidden");
    expect(await ask(viewer("physician", [0]), "physician", 0)).toBe(
      "forbidden",
    );
  });

  it.each<[AccessLevel, Viewer, Level, number, Expected[]]>([
    ["company", COMPANY, "company", 0, [[111], [112], [211], "not-found"]],
    ["admin", ADMIN, "division", 1, [[111], [112], [], "not-found"]],
    [
      "division",
      DIVISION,
      "physician",
      ROAMING_NPI,
      [[111], [112], "forbidden", "forbidden"],
    ],
    ["region", REGION, "region", 11, [[111], [112], "forbidden", "forbidden"]],
    ["facility", FACILITY, "facility", 121, [[], ...refused(3)]],
    [
      "physician",
      PHYSICIAN,
      "physician",
      ROAMING_NPI,
      [[111], "forbidden", [211], "forbidden"],
    ],
  ])(
    "narrows a %s's view to a facility that they may see, and to no other",
    async (_, who, level, id, expected) => {
      for (const [at, facilityId] of [111, 112, 211, UNKNOWN].entries()) {
        expect(await ask(who, level, id, facilityId)).toEqual(expected[at]);
      }
    },
  );

  it("lists the accessible facilities of every role", async () => {
    const list = (who: Viewer) => accessibleFacilityIds(store.db, who);
    expect(await list(ACCOUNTS)).toBe("all");
    expect(await list(ADMIN)).toBe("all");
    expect(await list(COMPANY)).toBe("all");
    expect(await list(viewer("division", [1, 2]))).toEqual([
      111, 112, 121, 211,
    ]);
    expect(await list(REGION)).toEqual([111, 112]);
    expect(await list(viewer("facility", [111, UNKNOWN]))).toEqual([111]);
    expect(await list(PHYSICIAN)).toEqual([111, 211]);
  });

  it("shows nothing to a viewer without ids", async () => {
    for (const role of [
      "division",
      "region",
      "facility",
      "physician",
    ] as const) {
      expect(await accessibleFacilityIds(store.db, viewer(role, []))).toEqual(
        [],
      );
      expect(await ask(viewer(role, []), "facility", 111)).toBe("forbidden");
      expect(await ask(viewer(role, []), "physician", ROAMING_NPI)).toBe(
        "forbidden",
      );
    }
  });
});

describe("the ISNP filter", () => {
  it("holds for ISNP-only viewers whatever they ask", () => {
    const limited = { ...COMPANY, isnpOnly: true };
    expect(isIsnpOnly(limited, false)).toBe(true);
    expect(isIsnpOnly(limited, undefined)).toBe(true);
    expect(isIsnpOnly(COMPANY, true)).toBe(true);
    expect(isIsnpOnly(COMPANY, undefined)).toBe(false);
  });
});

function refused(times: number): "forbidden"[] {
  return Array.from({ length: times }, () => "forbidden" as const);
}
