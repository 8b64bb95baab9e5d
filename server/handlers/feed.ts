import {
  endSender as endSenderCall,
  getMessage,
  getMessages,
  getSenders,
  postMessage,
  postSender,
} from "~/contract/feed";
import {
  endSender,
  readSenders,
  saveSender,
} from "~server/feed/senders/change-senders";
import {
  countLeftOver,
  findMessage,
  hasMessages,
  listMessages,
  readRaw,
} from "~server/feed/senders/logged-messages";
import {
  auditedMessage,
  residentsOfMessage,
} from "~server/feed/senders/residents-of-message";
import { treatMessage } from "~server/feed/senders/treat-message";
import { notFound } from "~server/refusal";
import { requireAccountManager } from "~server/users/require-account-manager";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "~server/door/api-deps";
import { recordAccess } from "./record-access";
import { mayReadResidents } from "./resident-reader";
import { register, type Doors } from "~server/door/doors";

const MESSAGES_OF_A_PAGE = 50;

/** Who sends messages, and what has become of them, for account managers (403 for others). */
export function registerFeed(doors: Doors, deps: ApiDeps): void {
  serveSenders(doors, deps);
  serveMessages(doors, deps);
}

function serveSenders(doors: Doors, deps: ApiDeps): void {
  const { store } = deps;
  register(doors, getSenders, async ({ viewer }) => {
    requireAccountManager(viewer);
    const data = await readSenders(store);
    return data.length === 0 ? null : { data };
  });

  register(doors, postSender, async (call) => {
    requireAccountManager(call.viewer);
    const { facility_id, bound_to, version, ...body } = call.body;
    const wanted = { ...body, facilityId: facility_id, boundTo: bound_to };
    await saveSender(store, wanted, version, actorOf(deps, call));
    deps.wakeFeed();
    return null;
  });

  register(doors, endSenderCall, async (call) => {
    requireAccountManager(call.viewer);
    const { version, ...key } = call.body;
    await endSender(store, key, version, actorOf(deps, call));
    deps.wakeFeed();
    return null;
  });
}

function serveMessages(doors: Doors, deps: ApiDeps): void {
  const { store } = deps;
  const { db } = store;
  register(doors, getMessages, async ({ viewer, query }) => {
    requireAccountManager(viewer);
    const messages = await listMessages(db, query, MESSAGES_OF_A_PAGE + 1);
    if (messages.length === 0 && !(await hasMessages(db))) return null;
    const data = messages.slice(0, MESSAGES_OF_A_PAGE);
    const hasMore = messages.length > data.length;
    return {
      data,
      next: hasMore ? (data.at(-1)?.id ?? null) : null,
      counts: await countLeftOver(db),
    };
  });

  register(doors, getMessage, async (call) => {
    requireAccountManager(call.viewer);
    const message = await findMessage(db, call.params.id);
    if (!message) throw notFound();
    const raw_is_closed = !mayReadResidents(deps, call.viewer);
    const raw = raw_is_closed ? null : await readRaw(db, message.id);
    if (raw !== null) {
      const residents = await residentsOfMessage(db, message.id);
      const details = auditedMessage(message, residents);
      await recordAccess(deps, call, { action: "view_message", details });
    }
    return { ...message, raw, raw_is_closed };
  });

  register(doors, postMessage, async (call) => {
    requireAccountManager(call.viewer);
    const { action } = call.body;
    await treatMessage(store, call.params.id, action, actorOf(deps, call));
    deps.wakeFeed();
    return null;
  });
}
