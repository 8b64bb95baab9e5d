import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Logger } from "pino";
import type { MessageReading } from "~/features/messages/rules/message-facts";
import { MESSAGE_REASONS } from "~/features/messages/rules/message-states";
import { BY_FILES } from "~/features/messages/rules/sender-rules";
import { readAdt, readHeader } from "~/features/messages/rules/hl7/adt";
import { decodeMessage } from "~/features/messages/rules/hl7/charset";
import { Er7Message, isJson } from "~/features/messages/rules/hl7/er7";
import {
  type Clock,
  afterRealTimeAwake,
  type After,
} from "~server/clock/clock";
import { readFhir } from "~server/messages/fhir/read-fhir";
import { ensureFigures } from "~server/measures/rebuild";
import type { FeedMessageTable } from "~server/store/feed-tables";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { startApplier } from "./apply/apply-messages";
import type { Receive, Incoming, Receipt } from "./receive";
import { startRawRetention } from "./senders/raw-retention";

type ReadMessage = Exclude<ReturnType<typeof readMessage>, Receipt>;

export function readMessage({ bytes, via, receivedAt, peer = [] }: Incoming) {
  const content = Buffer.from(bytes);
  // An address or `files`, and the names of a certificate.
  const cameFrom = via === "mllp" ? peer : [BY_FILES];
  const sent = { content, via, receivedAt, cameFrom };
  const text = decodeMessage(content);
  if (!isJson(text)) {
    const message = Er7Message.parse(text);
    if (!message) return refused("this is neither HL7 nor FHIR");
    const [header, reading] = [readHeader(message), readAdt(message)];
    return { ...sent, encoding: "hl7" as const, header, reading };
  }
  if (via === "mllp") return refused("FHIR is taken as files, not by MLLP");
  const [message, ...others] = readFhir(text) ?? [];
  if (!message || others.length > 0) {
    return refused("this is no single message of FHIR");
  }
  const { header, reading } = message;
  return { ...sent, encoding: "fhir" as const, header, reading };
}

export function receiptOf(
  reading: MessageReading,
  isRepeated: boolean,
): Receipt {
  if (reading.outcome === "unusable") {
    const { why, todo } = MESSAGE_REASONS[reading.fault];
    return { code: "AE", text: `${why}. ${todo}`, outcome: "unusable" };
  }
  const outcome = reading.outcome === "aside" ? "aside" : "stored";
  return {
    code: "AA",
    text: null,
    outcome: isRepeated ? "repeated" : outcome,
  };
}

function refused(text: string): Receipt {
  return { code: "AR", text, outcome: "refused" };
}

export async function openFeed(
  { db }: Store,
  {
    keptDays,
    after = afterRealTimeAwake,
    ...ways
  }: {
    clock: Clock;
    log: Logger;
    keptDays: number;
    after?: After;
  },
) {
  await ensureFigures(db);
  const parts = { db, after, ...ways };
  const retention = startRawRetention({ ...parts, keptDays });
  const applier = startApplier(parts);
  const messages = new MessageLog(db, () => applier.wake());
  const receive: Receive = async (incoming) => {
    const message = readMessage(incoming);
    if ("code" in message) return message;
    const stored = await messages.store(message);
    return receiptOf(message.reading, stored === "repeated");
  };
  return {
    receive,
    async applied() {
      await messages.settled();
      await applier.idle();
    },
    /** Stores what was received; the next feed applies the rest. */
    async close() {
      await messages.settled();
      await applier.close();
      await retention.stop();
    },
  };
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
      await this.#storeSome(some).catch(async () => {
        // One refused message must not fail the others.
        for (const one of some) await this.#storeSome([one]).catch(one.reject);
      });
    }
    this.#storing = null;
  }

  async #storeSome(some: readonly Waiting[]): Promise<void> {
    const messages = some.map(({ message }) => message);
    const stored = await storeMessages(this.db, messages);
    some.forEach(({ resolve }, at) => resolve(stored[at] ?? "repeated"));
    if (stored.includes("stored")) this.onStored();
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
  { digest, came_from }: ReturnType<typeof rowOf>,
): Promise<void> {
  await db
    .updateTable("feed_messages")
    .set({ came_from, status: "stored", reason: null })
    .where("digest", "=", digest)
    .where("status", "=", "waiting")
    .where("reason", "=", "wrong_origin")
    .execute();
}

function rowOf(message: ReadMessage) {
  const { content, encoding, via, header, reading, receivedAt } = message;
  const { type, trigger } = header;
  return {
    digest: createHash("sha256").update(content).digest("hex"),
    received_at: receivedAt.toISOString(),
    via,
    encoding,
    sender: storedText(header.application),
    facility: storedText(header.facility),
    location: storedText(header.location),
    control_id: storedText(header.controlId),
    type: storedText(trigger ? `${type}^${trigger}` : type) ?? "",
    movement: 0 as const,
    came_from:
      reading.outcome === "read" ? JSON.stringify(message.cameFrom) : null,
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
  if (reading.outcome === "read") {
    const facts = JSON.stringify(reading.facts);
    return { facts, status: "stored", reason: null };
  }
  const reason = reading.outcome === "unusable" ? reading.fault : null;
  return { facts: null, status: reading.outcome, reason };
}

function isReused({ sender, control_id }: ReturnType<typeof rowOf>) {
  if (!control_id) return 0;
  const isSame = sender === null ? sql`is null` : sql`= ${sender}`;
  return sql<0 | 1>`case when exists (
    select 1 from feed_messages where control_id = ${control_id} and sender ${isSame}) then 1 else 0 end`;
}
