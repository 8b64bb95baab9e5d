import BetterSqlite from "better-sqlite3";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ABSOLUTE_LIMIT_MS } from "~/features/sign-in/rules/session-clock";
import {
  onPortalDatabase,
  recordAt,
} from "../../tests/pages/support/on-portal-database";
import type { SessionRecord } from "./session-record.server";
import { SessionRows } from "./session-rows.server";
import { SessionStore } from "./session-store.server";

const MINUTE_MS = 60_000;

vi.mock("~/log.server", () => ({ log: { error: vi.fn() } }));

const { db, under } = onPortalDatabase();
let now: number;
let rows: SessionRows;
let store: SessionStore;
beforeEach(() => {
  now = Date.now();
  rows = rowsWith("a secret");
  store = new SessionStore(rows, () => now);
});

const rowsWith = (secret: string) => new SessionRows(...under(secret));

/** The same database as another portal sees it. */
function elsewhere(): SessionStore {
  return new SessionStore(rowsWith("a secret"), () => now);
}

const stored = () => db().selectFrom("portal_sessions").selectAll().execute();

const record = () => recordAt(now);

const withToken = (token: string) => (newest: SessionRecord) => ({
  ...newest,
  token,
});
const more = (newest: SessionRecord) =>
  withToken(`${tokenIn(newest)}+`)(newest);

function tokenIn(record: SessionRecord | null | undefined): string | undefined {
  return record && "token" in record ? record.token : undefined;
}

async function tokenOf(id: string): Promise<string | undefined> {
  return tokenIn((await store.find(id))?.record);
}

async function use(id: string): Promise<void> {
  const found = await store.find(id);
  if (found) await store.touch({ id, usedAt: found.usedAt });
}

const full = () =>
  new BetterSqlite.SqliteError("database or disk is full", "SQLITE_FULL");

describe("the session store", () => {
  it("finds what it created, under a new id each time", async () => {
    const [one, other] = [
      await store.create(record()),
      await store.create(record()),
    ];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, "base64url")).toHaveLength(32);
    expect(await store.find(one)).toMatchObject({
      record: record(),
      usedAt: now,
    });
  });

  it("stores neither the id nor anything of the record that can be read", async () => {
    // Long ones: what is sealed looks like chance, and chance writes short words.
    const id = await store.create({
      ...record(),
      token: "canary-token",
      refreshToken: "canary-refresh",
      user: { ...record().user, name: "Canary-Ada" },
    });
    const text = JSON.stringify(await stored());
    for (const secret of [id, "canary", "Canary"]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString("base64"));
    }
  });

  it.each(["", "../../etc/passwd", "a".repeat(10_000), "\0", "' or 1=1 --"])(
    "finds nothing under an id that it did not make",
    async (id) => {
      await store.create(record());
      expect(await store.find(id)).toBeNull();
    },
  );

  it("reads once for all who ask at the same moment", async () => {
    const id = await store.create(record());
    const read = vi.spyOn(rows, "read");
    const found = await Promise.all([store.find(id), store.find(id)]);
    expect(found[0]).toEqual(found[1]);
    expect(read).toHaveBeenCalledTimes(1);
    await store.find(id);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("tells each who waits in an answer of their own that the database is away, and ends nobody's session", async () => {
    const id = await store.create(record());
    const read = vi.spyOn(rows, "read").mockRejectedValue(full());
    const told = await Promise.all(
      [store.find(id), store.find(id), store.update(id, more)].map((find) =>
        find.catch((thrown: unknown) => thrown as Response),
      ),
    );
    expect(told).toMatchObject(Array(3).fill({ status: 503 }));
    expect(new Set(told).size).toBe(3);
    read.mockRestore();
    expect(await tokenOf(id)).toBe("t0");
  });

  it("gives nobody what was read before a change that they know of", async () => {
    const id = await store.create(record());
    const old = await rows.read((await stored())[0]?.key ?? "");
    let arrive = () => {};
    vi.spyOn(rows, "read").mockReturnValueOnce(
      new Promise((resolve) => (arrive = () => resolve(old))),
    );
    const early = store.find(id);
    await store.update(id, withToken("t1"));
    expect(await tokenOf(id)).toBe("t1");
    await store.destroy(id);
    expect(await store.find(id)).toBeNull();
    arrive();
    expect(tokenIn((await early)?.record)).toBe("t0");
  });

  it("ends a session 15 minutes after its last use, and forgets it", async () => {
    const id = await store.create(record());
    now += 14 * MINUTE_MS;
    await use(id);
    now += 14 * MINUTE_MS;
    expect(await store.remainingMs(id)).toBe(MINUTE_MS);
    now += MINUTE_MS;
    expect(await store.find(id)).toBeNull();
    expect(await stored()).toEqual([]);
  });

  it("ends a session 12 hours after sign-in however much it is used", async () => {
    const id = await store.create(record());
    const end = now + ABSOLUTE_LIMIT_MS;
    for (; now < end; now += 10 * MINUTE_MS) await use(id);
    expect(await store.find(id)).toBeNull();
  });

  it("marks use once in five seconds, and goes on where it cannot", async () => {
    const id = await store.create(record());
    const usedAt = now;
    const mark = vi.spyOn(rows, "markUsed");
    now += 4_999;
    expect(await store.touch({ id, usedAt })).toBe(usedAt);
    expect(mark).not.toHaveBeenCalled();
    now += 1;
    mark.mockRejectedValueOnce(full());
    expect(await store.touch({ id, usedAt })).toBe(usedAt);
    const marked = [store.touch({ id, usedAt }), store.touch({ id, usedAt })];
    expect(await Promise.all(marked)).toEqual([now, now]);
    expect(mark).toHaveBeenCalledTimes(2);
    expect((await store.find(id))?.usedAt).toBe(now);
  });

  it.each([
    ["that is damaged", async () => setRecord("AAAA")],
    ["that is none", async () => setRecord("")],
    ["of another row", takeRecordOfAnother],
    ["of another secret", sealAnew],
  ])("takes no record %s, and forgets it", async (_, spoil) => {
    const id = await store.create(record());
    await spoil(id);
    const before = (await stored()).length;
    expect(await elsewhere().find(id)).toBeNull();
    expect(await stored()).toHaveLength(before - 1);
  });

  async function setRecord(sealed: string): Promise<void> {
    await db().updateTable("portal_sessions").set({ record: sealed }).execute();
  }

  async function takeRecordOfAnother(): Promise<void> {
    const [mine] = await stored();
    await store.create(record());
    const others = await stored();
    const other = others.find(({ key }) => key !== mine?.key);
    await db()
      .updateTable("portal_sessions")
      .set({ record: other?.record ?? "" })
      .where("key", "=", mine?.key ?? "")
      .execute();
  }

  async function sealAnew(id: string): Promise<void> {
    const [{ key = "" } = {}] = await stored();
    await store.destroy(id);
    await rowsWith("an older secret").insert(key, record(), now);
  }

  it("makes changes of several portals one after the other, each from the newest record", async () => {
    const id = await store.create(record());
    const stores = [store, elsewhere(), elsewhere()];
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        (stores[at % 3] ?? store).update(id, more),
      ),
    );
    expect(await tokenOf(id)).toBe(`t0${"+".repeat(30)}`);
  });

  it("does not bring a session back that another portal ended during a change", async () => {
    const id = await store.create(record());
    const write = rows.write.bind(rows);
    vi.spyOn(rows, "write").mockImplementation(async (...change) => {
      await elsewhere().destroy(id);
      return write(...change);
    });
    expect(await store.update(id, withToken("late"))).toBeNull();
    expect(await stored()).toEqual([]);
  });

  it("does not lose a renewed token to a mark of use", async () => {
    const id = await store.create(record());
    const usedAt = now;
    now += MINUTE_MS;
    await Promise.all([
      store.update(id, withToken("t1")),
      store.touch({ id, usedAt }),
      elsewhere().touch({ id, usedAt }),
    ]);
    expect(await store.find(id)).toMatchObject({
      usedAt: now,
      record: { token: "t1" },
    });
  });

  it("moves a session to another id, once, with its time of sign-in", async () => {
    const id = await store.create(record());
    const moved = await store.move(id);
    expect(moved).not.toBe(id);
    expect(await store.find(id)).toBeNull();
    expect((await store.find(moved ?? ""))?.record).toEqual(record());
    expect(await store.move(id)).toBeNull();
  });

  it("says on a full disk that it cannot store, and goes on when there is room", async () => {
    const id = await store.create(record());
    const insert = vi.spyOn(rows, "insert").mockRejectedValue(full());
    const write = vi.spyOn(rows, "write").mockRejectedValue(full());
    for (const tried of [store.create(record()), store.update(id, more)]) {
      await expect(tried).rejects.toMatchObject({ status: 503 });
    }
    expect(await store.updateIfPossible(id, more)).toBeNull();
    insert.mockRestore();
    write.mockRestore();
    expect(tokenIn(await store.updateIfPossible(id, more))).toBe("t0+");
  });

  it("takes a session no more that it could not forget, and forgets it when there is room", async () => {
    const id = await store.create(record());
    const remove = vi.spyOn(rows, "delete").mockRejectedValue(full());
    expect(await store.destroy(id)).toBe(false);
    expect(await store.find(id)).toBeNull();
    expect(await store.update(id, more)).toBeNull();
    await expect(store.sweep()).rejects.toThrow("full");
    remove.mockRestore();
    expect(await stored()).toHaveLength(1);
    await store.sweep();
    expect(await stored()).toEqual([]);
  });

  it("throws what is no trouble of the database as it is", async () => {
    vi.spyOn(rows, "read").mockRejectedValue(new Error("a fault"));
    await expect(store.find("any")).rejects.toThrow("a fault");
  });

  it("sweeps the sessions that are over, and no others", async () => {
    const old = await store.create(record());
    now += 15 * MINUTE_MS;
    const live = await store.create(record());
    expect(await store.sweep()).toBe(1);
    expect(await store.find(old)).toBeNull();
    expect(await store.find(live)).not.toBeNull();
  });
});

describe("asking the host for a session", () => {
  /** Wants a token that is not `t0`, as who is told one. */
  function renewing(ask: (held: SessionRecord) => Promise<string | null>) {
    return {
      isWanted: (held: SessionRecord) => tokenIn(held) === "t0",
      ask,
      changed: (newest: SessionRecord, token: string) =>
        withToken(token)(newest),
    };
  }

  it("is done once for all requests of several portals, and each gets what it was told", async () => {
    const id = await store.create(record());
    const stores = [store, elsewhere()];
    const ask = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return "t1";
    });
    const told = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (stores[at % 2] ?? store).renew(id, renewing(ask)),
      ),
    );
    expect(told.map(tokenIn)).toEqual(Array(20).fill("t1"));
    expect(ask).toHaveBeenCalledTimes(1);
    expect(await stored()).toMatchObject([{ claim: null, claimed_until: 0 }]);
  });

  it("loses no change that was made meanwhile", async () => {
    const id = await store.create(record());
    await store.renew(
      id,
      renewing(async () => {
        await elsewhere().update(id, (newest) => ({
          ...newest,
          lastUpdated: "now",
        }));
        return "t1";
      }),
    );
    expect((await store.find(id))?.record).toMatchObject({
      token: "t1",
      lastUpdated: "now",
    });
  });

  it.each([
    ["refuses", async () => null],
    ["fails", () => Promise.reject(new Error("no"))],
  ])(
    "that %s lets the next one ask at once",
    async (_, ask: () => Promise<null>) => {
      const id = await store.create(record());
      await store.renew(id, renewing(ask)).catch(() => null);
      const told = await elsewhere().renew(
        id,
        renewing(async () => "t1"),
      );
      expect(tokenIn(told)).toBe("t1");
    },
  );

  it("is not brought back by its answer where the session ended meanwhile", async () => {
    const id = await store.create(record());
    const told = await store.renew(
      id,
      renewing(async () => {
        await elsewhere().destroy(id);
        return "late";
      }),
    );
    expect([told, await stored()]).toEqual([null, []]);
  });

  it("of a portal that was killed is taken over, and its late answer changes nothing", async () => {
    const id = await store.create(record());
    const told = await store.renew(
      id,
      renewing(async () => {
        now += MINUTE_MS;
        await elsewhere().renew(
          id,
          renewing(async () => "t1"),
        );
        return "late";
      }),
    );
    expect([tokenIn(told), await tokenOf(id)]).toEqual(["t1", "t1"]);
  });

  it("is not done where its answer could not be stored", async () => {
    const id = await store.create(record());
    vi.spyOn(rows, "claim").mockRejectedValue(full());
    const ask = vi.fn(async () => "t1");
    await expect(store.renew(id, renewing(ask))).rejects.toMatchObject({
      status: 503,
    });
    expect(ask).not.toHaveBeenCalled();
  });
});
