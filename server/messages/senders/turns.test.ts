import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { importRows, SMALL_CENSUS } from "~server/imports/testing/census-files";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import { endSender, saveSender, treatMessage } from "../service";
import { storeMessage } from "./testing/store-message";

const SENDER = { sender: "EPIC", facility: "GH" };
const WANTED = {
  ...SENDER,
  role: "hospital" as const,
  facility_id: null,
  codes: "",
  bound_to: "",
};

let api: TestApi;
let token: string;
/** What statements write to. */
let written: string[];
beforeEach(async () => {
  api = await openTestApi("sqlite");
  const { db } = api.deps.store;
  ({ token } = await api.signIn({ accessLevel: "account_manager" }));
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
  api.deps.store = { ...api.deps.store, db: db.withPlugin(listener) };
});
afterEach(() => api.close());

/** Two who each hold what the other one writes next would wait for each other on PostgreSQL. */
it("whoever changes senders or messages waits for the others before anything is written", async () => {
  const { store, clock } = api.deps;
  await importRows(store, SMALL_CENSUS);
  const id = await storeMessage(store.db, { status: "waiting" });
  const ended = { ...SENDER, version: clock().getTime() };
  const changes: (() => Promise<unknown>)[] = [
    () => api.ask(token, saveSender, WANTED),
    () => api.ask(token, endSender, ended),
    () => api.ask(token, treatMessage, { id, action: "retry" }),
    () => importRows(store, { "senders.csv": ["EPIC,GH,hospital,,"] }),
  ];
  for (const change of changes) {
    written = [];
    await change();
    expect(written[0]).toBe("data_state");
    expect(written.length).toBeGreaterThan(2);
  }
});
