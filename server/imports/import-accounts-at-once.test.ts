import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { lockUsers } from "~server/auth/lock-users";
import { ImportConflict } from "./import-report";
import { mergeAccounts, planAccounts, storedUsers } from "./import-accounts";
import { NO_PROGRESS, type Progress } from "~server/command-line/progress";
import { NOW, SMALL_CENSUS } from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const MANAGER = "boss,Bo,Oss,secret-boss,account_manager,0,false";
const ANN = "ann,A,A,secret-ann,region,10,false";

describeImports(
  "an import of accounts on %s, while somebody edits them",
  (tested) => {
    const { load, content } = tested;
    beforeEach(async () => {
      await load({ ...SMALL_CENSUS, "users.csv": [MANAGER, ANN] });
    });
    test("waits for an edit without stopping it, in whatever order its file is", async () => {
      // One transaction at a time is all that SQLite has.
      if (tested.dialect === "sqlite") return;
      const users = await storedUsers(tested.db);
      const accounts = users.reverse().map((user, at) => ({
        line: at + 2,
        username: user.username,
        username_key: user.username_key,
        firstname: "New",
        lastname: user.lastname,
        password: null,
        access_level: "region" as const,
        access_level_id: "10",
        isnp_only: 0 as const,
      }));
      const options = { overDemo: false, replace: false, now: NOW };
      const plan = await planAccounts(accounts, users, options, () => {});
      expect(plan.changed).toHaveLength(2);
      const ids = plan.changed.map(({ id }) => id).sort((a, b) => a - b);
      let merging: Promise<void> | undefined;
      await tested.db.transaction().execute(async (edit) => {
        await lockUsers(edit, ids.slice(0, 1));
        merging = tested.db
          .transaction()
          .execute((db) => mergeAccounts(db, plan, NOW));
        merging.catch(() => {});
        let waiting = 0;
        while (waiting === 0) {
          const { rows } = await sql`select pid from pg_locks where not granted
            and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(edit);
          waiting = rows.length;
        }
        await lockUsers(edit, ids.slice(1));
      });
      await merging;
      const names = (await content()).users.map((one) => one.firstname);
      expect(names).toEqual(["New", "New"]);
    });

    test("stores nothing where the account manager that it counted on went meanwhile", async () => {
      const rows = { "users.csv": ["ann,A,A,another-one,region,10,false"] };
      const edits: Promise<unknown>[] = [];
      const progress: Progress = {
        ...NO_PROGRESS,
        step(title) {
          if (title !== "Checking passwords") return;
          const managers = tested.db
            .deleteFrom("users")
            .where("access_level", "=", "account_manager");
          edits.push(managers.execute());
        },
      };
      await expect(load(rows, { progress })).rejects.toBeInstanceOf(
        ImportConflict,
      );
      await Promise.all(edits);
      expect(edits).toHaveLength(1);
      const { users } = await content();
      expect(users.map(({ username, version }) => [username, version])).toEqual(
        [["ann", 1]],
      );
    });
  },
);
