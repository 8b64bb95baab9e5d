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
const DIVISION = viewer("division", [1]);
const FACILITY = viewer("facility", [111, 121]);
const PHYSICIAN = viewer("physician", [ROAMING_NPI]);

const VERDICTS = { forbidden: "F", "not-found": "N" };

describe("the scope of a call", () => {
  const store = openedForAll(() => openTestStore());
  beforeAll(() => seedOrganization(store.db));

  async function ask(
    who: Viewer,
    level: Level,
    id: number,
    facilityId?: number,
  ): Promise<string> {
    const scope = await resolveScope(store.db, who, { level, id, facilityId });
    if (scope.verdict !== "allow") return VERDICTS[scope.verdict];
    return String(scope.facilityIds) || "none";
  }

  async function askAll(who: Viewer, level: Level, ids: number[]) {
    const answers = [];
    for (const id of ids) answers.push(await ask(who, level, id));
    return answers.join(" ");
  }

  const EVERYBODY = {
    account_manager: viewer("account_manager"),
    company: COMPANY,
    admin: ADMIN,
    division: DIVISION,
    region: viewer("region", [11]),
    facility: FACILITY,
    physician: PHYSICIAN,
  };

  /** What each viewer gets for some ids: facility ids, `all` of them, F where it is forbidden, or N where nothing is found. */
  const SCOPES: [Level, number[], Record<keyof typeof EVERYBODY, string>][] = [
    [
      "company",
      [0, 1],
      {
        ...{ account_manager: "F F", company: "all N", admin: "all N" },
        ...{ division: "F F", region: "F F", facility: "F F" },
        physician: "F F",
      },
    ],
    [
      "division",
      [1, 2, 3, UNKNOWN],
      {
        account_manager: "111,112,121 211 none N",
        company: "111,112,121 211 none N",
        admin: "111,112,121 211 none N",
        division: "111,112,121 F F F",
        region: "F F F F",
        facility: "F F F F",
        physician: "F F F F",
      },
    ],
    [
      "region",
      [11, 12, 21, UNKNOWN],
      {
        account_manager: "111,112 121 211 N",
        company: "111,112 121 211 N",
        admin: "111,112 121 211 N",
        division: "111,112 121 F F",
        region: "111,112 F F F",
        facility: "F F F F",
        physician: "F F F F",
      },
    ],
    [
      "facility",
      [111, 112, 121, 211, UNKNOWN],
      {
        account_manager: "111 112 121 211 N",
        company: "111 112 121 211 N",
        admin: "111 112 121 211 N",
        division: "111 112 121 F F",
        region: "111 112 F F F",
        facility: "111 F 121 F F",
        physician: "F F F F F",
      },
    ],
    [
      "physician",
      [ROAMING_NPI, SETTLED_NPI, IDLE_NPI, UNKNOWN, 0],
      {
        account_manager: "all all all N all",
        company: "all all all N all",
        admin: "all all all N all",
        division: "111,112,121 111,112,121 F F 111,112,121",
        region: "111,112 F F F 111,112",
        facility: "111,121 111,121 F F 111,121",
        physician: "all F F F F",
      },
    ],
  ];

  it.each(SCOPES)(
    "of a %s with the ids %j is what each viewer may see",
    async (level, ids, expected) => {
      for (const [name, who] of Object.entries(EVERYBODY)) {
        expect([name, await askAll(who, level, ids)]).toEqual([
          name,
          expected[name as keyof typeof EVERYBODY],
        ]);
      }
    },
  );

  it("lets a division without facilities be opened by its manager", async () => {
    expect(await ask(viewer("division", [3]), "division", 3)).toBe("none");
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
    ).toBe("F");
    expect(await ask(viewer("physician", [0]), "physician", 0)).toBe("F");
  });

  it.each<[AccessLevel, Viewer, Level, number, string]>([
    ["company", COMPANY, "company", 0, "111 112 211 N"],
    ["admin", ADMIN, "division", 1, "111 112 none N"],
    ["division", DIVISION, "physician", ROAMING_NPI, "111 112 F F"],
    ["region", viewer("region", [11]), "region", 11, "111 112 F F"],
    ["facility", FACILITY, "facility", 121, "none F F F"],
    ["physician", PHYSICIAN, "physician", ROAMING_NPI, "111 F 211 F"],
  ])(
    "narrows a %s's view to a facility that they may see, and to no other",
    async (_, who, level, id, expected) => {
      const answers = [];
      for (const facilityId of [111, 112, 211, UNKNOWN]) {
        answers.push(await ask(who, level, id, facilityId));
      }
      expect(answers.join(" ")).toBe(expected);
    },
  );

  it("lists the accessible facilities of every role", async () => {
    const list = (who: Viewer) => accessibleFacilityIds(store.db, who);
    expect(await list(viewer("account_manager"))).toBe("all");
    expect(await list(ADMIN)).toBe("all");
    expect(await list(COMPANY)).toBe("all");
    expect(await list(viewer("division", [1, 2]))).toEqual([
      111, 112, 121, 211,
    ]);
    expect(await list(viewer("region", [11]))).toEqual([111, 112]);
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
      expect(await ask(viewer(role, []), "facility", 111)).toBe("F");
      expect(await ask(viewer(role, []), "physician", ROAMING_NPI)).toBe("F");
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
