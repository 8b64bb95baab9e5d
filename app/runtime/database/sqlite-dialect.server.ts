import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type {
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
} from "kysely";
import { SqliteDriver, type SqliteOptions } from "./sqlite-driver.server";

/** Kysely's SQLite dialect on a driver that never blocks the process for long. */
export class SojournSqliteDialect implements Dialect {
  constructor(
    private readonly file: string,
    private readonly options: SqliteOptions,
  ) {}

  createDriver(): Driver {
    return new SqliteDriver(this.file, this.options);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** SQLite can undo CREATE TABLE; saying so makes the migrator work in one transaction, which is also its lock. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
