// Loaded into a portal before it starts: it logs each statement that it runs on SQLite.
import BetterSqlite from "better-sqlite3";

const database = new BetterSqlite(":memory:");
const statements = Object.getPrototypeOf(database.prepare("select 1"));
database.close();
for (const name of ["all", "run", "iterate"]) {
  const original = statements[name];
  statements[name] = function (...parameters) {
    process.stdout.write(`${JSON.stringify({ statement: this.source })}\n`);
    return original.apply(this, parameters);
  };
}
