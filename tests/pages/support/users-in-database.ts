import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { DATABASE_FILE } from "~server/store/open-store";
import type { Portal } from "./portal";

type Place = Pick<Portal, "dataDir">;

/** Makes a user an emergency account, or ends it, as a command beside the portal could. */
export function setEmergency(
  place: Place,
  username: string,
  mark: boolean,
): void {
  withDatabase(place, (database) => {
    database
      .prepare("update users set emergency_entry = ? where username = ?")
      .run(mark ? 1 : 0, username);
  });
}

/** Links a user with an account, where nobody is signed in who could make a code. */
export function linkInDatabase(
  place: Place,
  username: string,
  account: { issuer: string; subject: string },
): void {
  withDatabase(place, (database) => {
    database
      .prepare(
        `insert into organisation_accounts (issuer, subject, user_id, linked_at)
          select @issuer, @subject, id, @at from users where username = @username`,
      )
      .run({ ...account, username, at: new Date().toISOString() });
  });
}

function withDatabase(
  { dataDir }: Place,
  work: (database: BetterSqlite.Database) => void,
): void {
  const database = new BetterSqlite(join(dataDir, DATABASE_FILE), {
    fileMustExist: true,
    timeout: 5_000,
  });
  try {
    work(database);
  } finally {
    database.close();
  }
}
