import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TEST_DIALECTS, openTestStore } from "~server/testing/open-test-store";
import { plainUser } from "~server/testing/plain-user";
import type { Store } from "./open-store";
import { isUniqueViolation } from "./unique-violation";

describe.each(TEST_DIALECTS)(
  "a value that another row has on %s",
  (dialect) => {
    let store: Store;
    beforeEach(async () => {
      store = await openTestStore(dialect);
    });
    afterEach(() => store.close());

    function add(key: string, id?: number) {
      return store.db
        .insertInto("users")
        .values({ ...plainUser(key), ...(id !== undefined && { id }) })
        .returning("id")
        .executeTakeFirstOrThrow();
    }

    const errorOf = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => error,
      );

    it("is told from every other failure", async () => {
      const { id } = await add("one");
      await add("two");
      const inserted = await errorOf(add("one"));
      const renamed = await errorOf(
        store.db
          .updateTable("users")
          .set({ username_key: "two" })
          .where("id", "=", id)
          .execute(),
      );
      for (const error of [inserted, renamed]) {
        expect(isUniqueViolation(error, "users", "username_key")).toBe(true);
        expect(isUniqueViolation(error, "users", "username")).toBe(false);
        expect(isUniqueViolation(error, "reports", "report_id")).toBe(false);
      }
      const sameId = await errorOf(add("three", id));
      expect(sameId).toBeInstanceOf(Error);
      for (const error of [sameId, new Error("users.username_key"), null]) {
        expect(isUniqueViolation(error, "users", "username_key")).toBe(false);
      }
    });
  },
);
