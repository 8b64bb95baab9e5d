import { CompiledQuery, sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "~server/store/schema";

/** Statement sizes: few, to limit the number of prepared statements. */
const BATCH_SIZES = [500, 100, 25, 10, 5, 2, 1] as const;

type TableName = keyof Schema;
type Row = readonly (number | null)[];

/** Kysely builds each statement once; a new one per batch takes ten times as long. */
export class RowWriter {
  private readonly rows: Row[] = [];
  private readonly statements = new Map<number, string>();

  constructor(
    private readonly db: Kysely<Schema>,
    private readonly statementFor: (rowCount: number) => RawBuilder<unknown>,
  ) {}

  /** Writes rows in full batches and keeps the rest. True if any were written. */
  async write(rows: Iterable<Row>): Promise<boolean> {
    let hasWritten = false;
    for (const row of rows) {
      this.rows.push(row);
      if (this.rows.length < BATCH_SIZES[0]) continue;
      await this.flush();
      hasWritten = true;
    }
    return hasWritten;
  }

  async flush(): Promise<void> {
    for (const size of BATCH_SIZES) {
      while (this.rows.length >= size) {
        const parameters = this.rows.splice(0, size).flat();
        await this.db.executeQuery(
          CompiledQuery.raw(this.statementOf(size), parameters),
        );
      }
    }
  }

  private statementOf(size: number): string {
    const known = this.statements.get(size);
    if (known) return known;
    const statement = this.statementFor(size).compile(this.db).sql;
    this.statements.set(size, statement);
    return statement;
  }
}

/** Updates rows by id: each row has the id, then a value per column. */
export function rowUpdater<Table extends TableName>(
  db: Kysely<Schema>,
  table: Table,
  columns: readonly (keyof Schema[Table] & string)[],
): RowWriter {
  // SQLite and PostgreSQL both name the columns of VALUES column1, column2 and so on.
  const assignments = sql.join(
    columns.map(
      (column, index) =>
        sql`${sql.ref(column)} = ${sql.ref(`fresh.column${index + 2}`)}`,
    ),
  );
  // The + 0 keeps SQLite from scanning the table and looking up each row among the new values. PostgreSQL treats
  // untyped VALUES as text, hence the cast.
  const cell = sql`cast(${0} as bigint)`;
  const row = sql`(${sql.join(["id", ...columns].map(() => cell))})`;
  return new RowWriter(
    db,
    (count) =>
      sql`update ${sql.table(table)} set ${assignments}
        from (values ${times(count, row)}) as fresh
        where ${sql.ref(`${table}.id`)} = ${sql.ref("fresh.column1")} + 0`,
  );
}

export function times(
  count: number,
  row: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join(new Array<RawBuilder<unknown>>(count).fill(row));
}

export function refs(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}
