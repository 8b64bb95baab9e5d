import { createHash } from "node:crypto";
import { sql, type Insertable, type Kysely } from "kysely";
import type {
  MessageHeader,
  MessageReading,
} from "~/features/messages/rules/message-facts";
import type { FeedMessageTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";

export interface ReadMessage {
  content: Buffer;
  encoding: FeedMessageTable["encoding"];
  via: FeedMessageTable["via"];
  header: MessageHeader;
  reading: MessageReading;
  receivedAt: Date;
  /** An address or `files`, and the names of a certificate. */
  cameFrom: readonly string[];
}

/** `repeated`: these bytes are already stored. */
export type Stored = "stored" | "repeated";

const MESSAGES_AT_ONCE = 100;

interface Waiting {
  message: ReadMessage;
  resolve(stored: Stored): void;
  reject(error: unknown): void;
}

/** Stores each message before its answer; simultaneous ones share a transaction. */
export class MessageLog {
  #waiting: Waiting[] = [];
  #storing: Promise<void> | null = null;

  constructor(
    private readonly db: Kysely<Schema>,
    private readonly onStored: () => void = () => undefined,
  ) {}

  /** Resolves when the message is safe on disk. */
  store(message: ReadMessage): Promise<Stored> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, resolve, reject });
      this.#storing ??= this.#storeAll();
    });
  }

  async settled(): Promise<void> {
    await this.#storing;
  }

  async #storeAll(): Promise<void> {
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, MESSAGES_AT_ONCE);
      // One refused message must not fail the others.
      if (!(await this.#storeSome(some))) {
        for (const one of some) {
          await this.#storeSome([one], (error) => one.reject(error));
        }
      }
    }
    this.#storing = null;
  }

  async #storeSome(
    some: readonly Waiting[],
    onError: (error: unknown) => void = () => undefined,
  ): Promise<boolean> {
    try {
      const stored = await storeMessages(
        this.db,
        some.map(({ message }) => message),
      );
      some.forEach(({ resolve }, at) => resolve(stored[at] ?? "repeated"));
      if (stored.includes("stored")) this.onStored();
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }
}

async function storeMessages(
  db: Kysely<Schema>,
  messages: readonly ReadMessage[],
): Promise<Stored[]> {
  return db.transaction().execute(async (tx) => {
    const stored: Stored[] = [];
    for (const message of messages) {
      const row = rowOf(message);
      const added = await tx
        .insertInto("feed_messages")
        .values({ ...row, reused_id: isReused(row) })
        .onConflict((conflict) => conflict.column("digest").doNothing())
        .returning("id")
        .executeTakeFirst();
      stored.push(added ? "stored" : "repeated");
      if (!added) await takeFromElsewhere(tx, row);
      if (!added) continue;
      await tx
        .insertInto("feed_raw")
        .values({ message_id: added.id, content: message.content })
        .execute();
    }
    return stored;
  });
}

/** A message waiting for its origin may come again from the right one. */
async function takeFromElsewhere(
  db: Kysely<Schema>,
  {
    digest,
    came_from,
  }: Pick<Insertable<FeedMessageTable>, "digest" | "came_from">,
): Promise<void> {
  await db
    .updateTable("feed_messages")
    .set({ came_from, status: "stored", reason: null })
    .where("digest", "=", digest)
    .where("status", "=", "waiting")
    .where("reason", "=", "wrong_origin")
    .execute();
}

function rowOf({
  content,
  encoding,
  via,
  header,
  reading,
  receivedAt,
  cameFrom,
}: ReadMessage) {
  const { type, trigger } = header;
  const [application, facility, location, controlId] = [
    header.application,
    header.facility,
    header.location,
    header.controlId,
  ].map(storedText);
  return {
    digest: createHash("sha256").update(content).digest("hex"),
    received_at: receivedAt.toISOString(),
    via,
    encoding,
    sender: application ?? null,
    facility: facility ?? null,
    location: location ?? null,
    control_id: controlId ?? null,
    type: storedText(trigger ? `${type}^${trigger}` : type) ?? "",
    movement: 0 as const,
    came_from: reading.outcome === "read" ? JSON.stringify(cameFrom) : null,
    ...stateOf(reading),
  };
}

/** Few enough for an index. */
const MOST_CHARACTERS = 250;

function storedText(text: string | null): string | null {
  return text && text.replaceAll("\0", "").slice(0, MOST_CHARACTERS);
}

function stateOf(
  reading: MessageReading,
): Pick<FeedMessageTable, "facts" | "status" | "reason"> {
  switch (reading.outcome) {
    case "read":
      return {
        facts: JSON.stringify(reading.facts),
        status: "stored",
        reason: null,
      };
    case "aside":
      return { facts: null, status: "aside", reason: null };
    case "unusable":
      return { facts: null, status: "unusable", reason: reading.fault };
  }
}

function isReused({
  sender,
  control_id,
}: Pick<FeedMessageTable, "sender" | "control_id">) {
  if (!control_id) return 0;
  const isSame = sender === null ? sql`is null` : sql`= ${sender}`;
  return sql<0 | 1>`case when exists (
    select 1 from feed_messages where control_id = ${control_id} and sender ${isSame}) then 1 else 0 end`;
}
