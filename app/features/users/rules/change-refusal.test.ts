import { describe, expect, test } from "vitest";
import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import {
  deletionRefusal,
  levelRefusal,
  type AdministeredUser,
} from "./access-levels";
import { userWords } from "./words";

const ACTOR = 3;

function user(
  accessLevel: AccessLevel,
  { id = 7, otherManagers = 1 } = {},
): AdministeredUser {
  return { id, accessLevel, actorId: ACTOR, otherManagers };
}

const LAST = user("account_manager", { otherManagers: 0 });
const SELF = user("account_manager", { id: ACTOR });

describe("a deletion", () => {
  test("is refused for the last account manager, and for nobody else where there is none", () => {
    expect(deletionRefusal(LAST)).toBe(userWords.lastAccountManager);
    expect(deletionRefusal(user("company", { otherManagers: 0 }))).toBeNull();
  });
});

describe("an access level", () => {
  test("is given to new users below admin", () => {
    const refused = ACCESS_LEVELS.filter((level) => levelRefusal(level, null));
    expect(refused).toEqual(["admin", "account_manager"]);
    expect(levelRefusal("admin", null)).toBe(userWords.levelNotAssignable);
  });

  test("is kept by whoever has it", () => {
    for (const level of ACCESS_LEVELS) {
      expect(levelRefusal(level, user(level))).toBeNull();
    }
    expect(levelRefusal("account_manager", SELF)).toBeNull();
    expect(levelRefusal("account_manager", LAST)).toBeNull();
  });

  test("of the two highest is not given to another", () => {
    for (const [wanted, held] of [
      ["admin", "company"],
      ["admin", "account_manager"],
      ["account_manager", "admin"],
    ] as const) {
      expect(levelRefusal(wanted, user(held))).toBe(
        userWords.levelNotAssignable,
      );
    }
  });

  test("is taken from admins", () => {
    expect(
      levelRefusal("facility", user("admin", { otherManagers: 0 })),
    ).toBeNull();
  });
});
