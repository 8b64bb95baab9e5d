import { join } from "node:path";
import type { Kysely, Migration } from "kysely";
import type { Connected } from "~/runtime/database/connect.server";
import { openDatabase } from "~/runtime/database/open-database.server";
import { REQUEST_LIMITS } from "~/runtime/database/postgres-pool.server";
import { isDamaged } from "~/runtime/database/sqlite-handle.server";
import { diskOf, type DiskState } from "~/runtime/disk-space.server";
import { settings } from "~/env.server";

/** The tables of the portal itself, in a file of its own or beside those of the data server. Times are milliseconds since 1970. */
export interface PortalSchema {
  portal_sessions: SessionTable;
  kept_forms: KeptFormTable;
  kept_steps: KeptStepTable;
}

interface SessionTable {
  /** SHA-256 of the session's id: who can read the table still has no id. */
  key: string;
  record: string;
  /** Grows with every change of the record. */
  version: number;
  used_at: number;
  /** Mark of the request that asks the host for a new token now; null where none does. */
  claim: string | null;
  /** Another request may ask after this. */
  claimed_until: number;
}

interface KeptFormTable {
  /** A digest of the page and the entries: equal forms are stored once. */
  key: string;
  /** Digest of the id of the session that it was typed in. */
  sender: string;
  /** Digest of that and of the page. */
  place: string;
  form: string;
  kept_at: number;
}

interface KeptStepTable {
  /** Digest of the id that the browser holds. */
  key: string;
  step: string;
  kept_at: number;
}

export type PortalDatabase = Kysely<PortalSchema>;
type OpenedDatabase = Connected<PortalSchema>;

const FILE = "portal.sqlite";
/** What a portal asks for takes a moment; the data server in the same process has connections of its own. */
const CONNECTIONS = 4;

const initialTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("portal_sessions")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("record", "text", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull())
      .addColumn("used_at", "bigint", (c) => c.notNull())
      .addColumn("claim", "text")
      .addColumn("claimed_until", "bigint", (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("kept_forms")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("sender", "text", (c) => c.notNull())
      .addColumn("place", "text", (c) => c.notNull())
      .addColumn("form", "text", (c) => c.notNull())
      .addColumn("kept_at", "bigint", (c) => c.notNull())
      .execute();
  },
};

const stepTable: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("kept_steps")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("step", "text", (c) => c.notNull())
      .addColumn("kept_at", "bigint", (c) => c.notNull())
      .execute();
  },
};

export function openPortalDatabase(
  location: { file: string } | { databaseUrl: string },
): Promise<OpenedDatabase> {
  return openDatabase<PortalSchema>(
    location,
    {
      migrationsFor: () => ({
        "0001-sessions": initialTables,
        "0002-kept-steps": stepTable,
      }),
      migrationTable: "portal_migration",
    },
    {
      requestLimits: REQUEST_LIMITS,
      connections: CONNECTIONS,
      // A loss of power may take the last sign-ins; to wait for the disk would cost each page that marks its session.
      durability: "normal",
    },
  );
}

declare global {
  /** Global, to outlive a rebuild of the portal in development. */
  var sojournPortalDatabase: Promise<OpenedDatabase> | undefined;
}

export async function portalDatabase(): Promise<PortalDatabase> {
  return (await openedDatabase()).db;
}

async function openedDatabase(): Promise<OpenedDatabase> {
  globalThis.sojournPortalDatabase ??= openConfigured();
  return globalThis.sojournPortalDatabase;
}

async function openConfigured(): Promise<OpenedDatabase> {
  const { API_URL, DATABASE_URL, DATA_DIR, SESSION_DATABASE_URL } = settings;
  const databaseUrl = SESSION_DATABASE_URL ?? (API_URL ? null : DATABASE_URL);
  if (databaseUrl) return openPortalDatabase({ databaseUrl });
  const file = join(DATA_DIR, FILE);
  try {
    return await openPortalDatabase({ file });
  } catch (error) {
    if (!isDamaged(error)) throw error;
    throw new Error(
      `${file} is damaged. Remove the file to get a new one. Everyone then has to log in again`,
      { cause: error },
    );
  }
}

export async function isPortalDatabaseReady(): Promise<boolean> {
  try {
    const db = await portalDatabase();
    await db.selectFrom("portal_sessions").select("key").limit(1).execute();
    return true;
  } catch {
    return false;
  }
}

export async function diskOfPortal(): Promise<DiskState> {
  return diskOf(await openedDatabase());
}

export async function closePortalDatabase(): Promise<void> {
  const opened = globalThis.sojournPortalDatabase;
  globalThis.sojournPortalDatabase = undefined;
  await (await opened)?.close();
}
