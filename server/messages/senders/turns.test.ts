import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { importRows, SMALL_CENSUS } from "~server/imports/testing/census-files";
import type { Store } from "~server/store/open-store";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import type { Actor } from "~server/users/actor";
import { endSender, saveSender } from "./change-senders";
import { storeMessage } from "./testing/store-message";
import { treatMessage } from "./treat-message";

const SENDER = { sender: "EPIC", facility: "GH" };
const WANTED = {
  ...SENDER,
  role: "hospital" as const,
  facility_id: null,
  codes: "",
  bound_to: "",
};

let api: TestApi;
let store: Store;
let actor: Actor;
/** What statements write to. */
let written: string[];
beforeEach(async () => {
  api = await openTestApi();
  const { db } = api.deps.store;
  await api.signIn({ accessLevel: "account_manager" });
  const session = await db
    .selectFrom("sessions")
    .select(["id", "user_id"])
    .executeTakeFirstOrThrow();
  actor = {
    user: { id: session.user_id, username: "user-1" },
    sessionId: session.id,
    at: api.deps.clock(),
    origin: { address: null, requestId: null },
  };
  written = [];
  const listener: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = db.getExecutor().compileQuery(node, queryId).sql;
      const write = /^(?:update|insert into|delete from) "(\w+)"/.exec(text);
      if (write?.[1]) written.push(write[1]);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  store = { ...api.deps.store, db: db.withPlugin(listener) };
});
afterEach(() => api.close());

/** Two who each hold what the other one writes next would wait for each other on PostgreSQL. */
it("whoever changes senders or messages waits for the others before anything is written", async () => {
  await importRows(store, SMALL_CENSUS);
  const id = await storeMessage(api.deps.store.db, { status: "waiting" });
  const changes: (() => Promise<unknown>)[] = [
    () => saveSender(store, WANTED, undefined, actor),
    () => endSender(store, SENDER, actor.at.getTime(), actor),
    () => treatMessage(store, id, "retry", actor),
    () => importRows(store, { "senders.csv": ["EPIC,GH,hospital,,"] }),
  ];
  for (const change of changes) {
    written = [];
    await change();
    expect(written[0]).toBe("data_state");
    expect(written.length).toBeGreaterThan(2);
  }
});
