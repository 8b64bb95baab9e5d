import type { Migration } from "kysely";
import {
  connect,
  type Connected,
  type ConnectOptions,
  type DatabaseLocation,
  type Dialect,
} from "./connect.server";
import { migrate } from "./migrate.server";

export interface Tables {
  migrationsFor(dialect: Dialect): Readonly<Record<string, Migration>>;
  migrationTable?: string;
}

/** Safe when two processes do it at once. Throws when a newer version made the database. */
export async function openDatabase<Schema>(
  location: DatabaseLocation,
  { migrationsFor, migrationTable }: Tables,
  options: ConnectOptions = {},
): Promise<Connected<Schema>> {
  const { requestLimits, ...unlimited } = options;
  const opened = await connect<Schema>(location, unlimited);
  try {
    await migrate(opened, migrationsFor(opened.dialect), migrationTable);
  } catch (error) {
    await opened.close();
    throw error;
  }
  if (!requestLimits || opened.dialect === "sqlite") return opened;
  await opened.close();
  return connect(location, options);
}
