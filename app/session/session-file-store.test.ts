import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SESSION_LONGEST_MS } from "~/domain/session/session-clock";
import { SessionFileStore } from "./session-file-store.server";
import type { SessionRecord } from "./session-record.server";

const MINUTE_MS = 60_000;

vi.mock("~/log.server", () => ({ log: { error: vi.fn() } }));

let folder: string;
let now: number;
let store: SessionFileStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sojourn-sessions-"));
  now = Date.now();
  store = new SessionFileStore(folder, () => now);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function record(): SessionRecord {
  return {
    token: "t0",
    refreshToken: "r0",
    tokenEndsAt: now + 15 * MINUTE_MS,
    signedInAt: now,
    user: {
      id: "1",
      name: "Ada",
      username: "ada",
      viewer: { accessLevel: "company", accessLevelIds: [0], isnpOnly: false },
      multiFacility: false,
    },
    lastUpdated: null,
    notices: [],
  };
}

/** Its reads and writes of files, which happen at moments that nobody outside can choose. */
function insideOf(opened: SessionFileStore) {
  return opened as unknown as {
    read(id: string): Promise<unknown>;
    write(id: string, changed: SessionRecord): Promise<void>;
  };
}

/** The same folder as another process sees it. */
function elsewhere(): SessionFileStore {
  return new SessionFileStore(folder, () => now);
}

describe("the session store", () => {
  it("reads a file once for all who ask at the same moment", async () => {
    const id = await store.create(record());
    const read = vi.spyOn(insideOf(store), "read");
    const found = await Promise.all([store.find(id), store.find(id)]);
    expect(found).toEqual([record(), record()]);
    expect(read).toHaveBeenCalledTimes(1);
    await store.find(id);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("tells each who waits of a file that cannot be read in an answer of their own", async () => {
    const id = await store.create(record());
    vi.spyOn(insideOf(store), "read").mockRejectedValue(
      new Error("too many open files"),
    );
    const told = await Promise.all(
      [store.find(id), store.find(id)].map((find) =>
        find.catch((thrown: unknown) => thrown as Response),
      ),
    );
    expect(told[0]).not.toBe(told[1]);
    expect(told).toMatchObject([{ status: 503 }, { status: 503 }]);
  });

  it("gives nobody what was read before a change that they know of", async () => {
    const id = await store.create(record());
    let arrived = () => {};
    const old = new Promise((resolve) => {
      arrived = () => resolve({ text: JSON.stringify(record()), usedAt: now });
    });
    const read = vi.spyOn(insideOf(store), "read");
    read.mockReturnValueOnce(old);
    const early = store.find(id);
    // As at the end of an update, whose own reads would wait for the one that is held up here.
    await insideOf(store).write(id, { ...record(), token: "t1" });
    expect((await store.find(id))?.token).toBe("t1");
    await store.destroy(id);
    expect(await store.find(id)).toBeNull();
    arrived();
    expect((await early)?.token).toBe("t0");
  });

  it("finds what it created, under a new id each time", async () => {
    const [one, other] = [
      await store.create(record()),
      await store.create(record()),
    ];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, "base64url")).toHaveLength(32);
    expect(await store.find(one)).toEqual(record());
  });

  it.each(["", "../../etc/passwd", "a".repeat(10_000), "\0"])(
    "finds nothing under an id that it did not make",
    async (id) => {
      expect(await store.find(id)).toBeNull();
    },
  );

  it("ends a session 15 minutes after its last use", async () => {
    const id = await store.create(record());
    now += 14 * MINUTE_MS;
    await store.touch(id);
    now += 14 * MINUTE_MS;
    expect(await store.find(id)).not.toBeNull();
    now += MINUTE_MS;
    expect(await store.find(id)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("ends a session 12 hours after sign-in however much it is used", async () => {
    const id = await store.create(record());
    const end = now + SESSION_LONGEST_MS;
    for (; now < end; now += 10 * MINUTE_MS) await store.touch(id);
    await store.touch(id);
    expect(await store.find(id)).toBeNull();
  });

  it("ends nobody's session for a file that cannot be read now", async () => {
    const id = await store.create(record());
    const [name = ""] = readdirSync(folder);
    const file = join(folder, name);
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    for (const tried of [
      store.find(id),
      store.update(id, (newest) => ({ ...newest, token: "t1" })),
    ]) {
      await expect(tried).rejects.toMatchObject({ status: 503 });
    }
    rmdirSync(file);
    renameSync(`${file}.away`, file);
    expect(await store.find(id)).toEqual(record());
  });

  it("says on a full disk that it cannot store, and leaves nothing half done", async () => {
    const id = await store.create(record());
    const full = new Error("ENOSPC: no space left on device, write");
    const write = vi.spyOn(insideOf(store), "write").mockRejectedValue(full);
    const renewed = (newest: SessionRecord) => ({ ...newest, token: "t1" });
    for (const tried of [store.create(record()), store.update(id, renewed)]) {
      await expect(tried).rejects.toMatchObject({ status: 503 });
    }
    expect(await store.updateIfPossible(id, renewed)).toBeNull();
    expect(readdirSync(folder)).toHaveLength(1);
    write.mockRestore();
    expect((await store.updateIfPossible(id, renewed))?.token).toBe("t1");
  });

  it("removes a file that is no session", async () => {
    const id = await store.create(record());
    const [name = ""] = readdirSync(folder);
    writeFileSync(join(folder, name), "{half");
    expect(await store.find(id)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("makes changes one after the other, each from the newest record", async () => {
    const id = await store.create(record());
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.update(id, async (newest) => {
          await Promise.resolve();
          return { ...newest, token: `${newest.token}+` };
        }),
      ),
    );
    expect((await store.find(id))?.token).toBe(`t0${"+".repeat(20)}`);
  });

  it("does not bring a session back that ended during a change", async () => {
    const id = await store.create(record());
    const changed = await store.update(id, async (newest) => {
      await store.destroy(id);
      return { ...newest, token: "late" };
    });
    expect(changed).toBeNull();
    expect(await store.find(id)).toBeNull();
  });

  it("does not bring a session back that ended while a change was being written", async () => {
    const id = await store.create(record());
    let ending: Promise<void> | undefined;
    let asked = 0;
    const racing = new SessionFileStore(folder, () => {
      // The second look is the last one before the change is written.
      asked += 1;
      if (asked === 2) ending = racing.destroy(id);
      return now;
    });
    await racing.update(id, (newest) => ({ ...newest, token: "late" }));
    await ending;
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), 10_000);
  });

  it("goes on after a change that threw", async () => {
    const id = await store.create(record());
    const failing = store.update(id, () => {
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await store.update(id, (newest) => ({ ...newest, token: "t1" }));
    expect((await store.find(id))?.token).toBe("t1");
  });

  it("does not lose a renewed token to a mark of use", async () => {
    const id = await store.create(record());
    now += MINUTE_MS;
    await Promise.all([
      store.update(id, (newest) => ({ ...newest, token: "t1" })),
      store.touch(id),
      store.touch(id),
    ]);
    expect((await store.find(id))?.token).toBe("t1");
  });

  it("sweeps the files of sessions that are over, and no others", async () => {
    const old = await store.create(record());
    const then = (now - 15 * MINUTE_MS) / 1000;
    for (const name of readdirSync(folder)) {
      utimesSync(join(folder, name), then, then);
    }
    const live = await store.create(record());
    expect(await store.sweep()).toBe(1);
    expect(await store.find(old)).toBeNull();
    expect(await store.find(live)).not.toBeNull();
  });

  it("changes a session that several processes share one change at a time, and loses none", async () => {
    const id = await store.create(record());
    const stores = [store, elsewhere(), elsewhere()];
    let underWay = 0;
    await Promise.all(
      Array.from({ length: 30 }, async (_, at) =>
        stores[at % 3]?.update(id, async (newest) => {
          underWay += 1;
          expect(underWay).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          underWay -= 1;
          return { ...newest, token: `${newest.token}+` };
        }),
      ),
    );
    expect((await store.find(id))?.token).toBe(`t0${"+".repeat(30)}`);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("does not bring a session back that another process ended during a change", async () => {
    const id = await store.create(record());
    const other = elsewhere();
    let asked = 0;
    const racing = new SessionFileStore(folder, () => {
      asked += 1;
      // The second look is the last one before the change is written.
      if (asked === 2) void other.destroy(id);
      return now;
    });
    await racing.update(id, (newest) => ({ ...newest, token: "late" }));
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), 10_000);
  });

  it("changes anew what was changed while others took this process for dead", async () => {
    const id = await store.create(record());
    const [name = ""] = readdirSync(folder);
    const lock = join(folder, `${name}.lock`);
    let asked = 0;
    await store.update(id, async (newest) => {
      asked += 1;
      if (asked === 1) {
        rmSync(lock);
        await elsewhere().update(id, (one) => ({ ...one, token: "t1" }));
      }
      return { ...newest, refreshToken: "r1" };
    });
    expect(asked).toBe(2);
    expect(await store.find(id)).toMatchObject({
      token: "t1",
      refreshToken: "r1",
    });
  });
});
