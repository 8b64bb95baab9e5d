import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  SessionClock,
  type Warning,
  readSharedClock,
  writeSharedClock,
} from "./session-clock";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const WHOLE_MS = 15 * MINUTE_MS;

interface Asked {
  intent: "look" | "active" | "stay";
}

let asked: Asked["intent"][];
/** What the server has on record: when the session ends, which one the browser is in, and whether it can be asked. */
let server: { endsAt: number; mark: string | null; answers: boolean };
let refresh: "works" | "fails";
let isTimeoutTest: boolean;
let warning: Warning | null;
let isCovered: boolean;
const leave = vi.fn();
const reload = vi.fn();
const onStayed = vi.fn(() => {
  isTimeoutTest = false;
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", sharedByTabs());
  asked = [];
  server = { endsAt: Date.now() + WHOLE_MS, mark: "one", answers: true };
  refresh = "works";
  isTimeoutTest = false;
  warning = null;
  isCovered = false;
  for (const spy of [leave, reload, onStayed]) spy.mockClear();
  vi.stubGlobal("fetch", answer);
});
afterEach(() => void vi.unstubAllGlobals());

/** The browser's storage that all of its tabs have. */
function sharedByTabs(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
}

function answer(_: string, init: RequestInit): Promise<Response> {
  const body = init.body as URLSearchParams | undefined;
  const intent = (body?.get("intent") ?? "look") as Asked["intent"];
  asked.push(intent);
  if (!server.answers) return Promise.reject(new TypeError("no line"));
  const isOver = server.endsAt <= Date.now();
  if (intent === "stay" && refresh === "fails") {
    return respond({ ...server, error: "Refresh token error" }, isOver);
  }
  if (intent !== "look" && !isOver) server.endsAt = Date.now() + WHOLE_MS;
  return respond(server, isOver);
}

function respond(
  { mark, error }: { mark: string | null; error?: string },
  isOver: boolean,
): Promise<Response> {
  const remainingMs = isOver ? 0 : server.endsAt - Date.now();
  return Promise.resolve(
    Response.json({ remainingMs, mark: isOver ? null : mark, error }),
  );
}

function startClock(mark = "one"): SessionClock {
  const clock = new SessionClock({
    session: { mark, remainingMs: WHOLE_MS },
    csrfToken: "csrf",
    isTimeoutTest: () => isTimeoutTest,
    onWarning: (shown) => (warning = shown),
    onStayed,
    leave,
    reload,
    cover: (is) => (isCovered = is),
  });
  setInterval(() => clock.tick(), SECOND_MS);
  return clock;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The machine sleeps: time goes by, and nothing runs. */
function sleep(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

describe("the warning", () => {
  it("comes when fewer than 60 seconds are left, after the server was asked once, and counts down", async () => {
    startClock();
    await pass(14 * MINUTE_MS);
    expect(warning).toBeNull();
    expect(asked).toEqual([]);
    await pass(SECOND_MS);
    expect(asked).toEqual(["look"]);
    expect(warning).toMatchObject({ remainingMs: 59_000, error: null });
    await pass(39 * SECOND_MS);
    expect(warning?.remainingMs).toBe(20_000);
    expect(asked).toEqual(["look"]);
  });

  it("does not come where the session was used in a tab that this one does not see", async () => {
    startClock();
    await pass(10 * MINUTE_MS);
    server.endsAt = Date.now() + WHOLE_MS;
    await pass(14 * MINUTE_MS);
    expect(warning).toBeNull();
    await pass(MINUTE_MS + SECOND_MS);
    expect(warning).not.toBeNull();
  });

  it("comes by this machine's own time where the server cannot be asked", async () => {
    startClock();
    server.answers = false;
    await pass(14 * MINUTE_MS + SECOND_MS);
    expect(warning).not.toBeNull();
  });
});

describe("staying", () => {
  async function warned(): Promise<SessionClock> {
    const clock = startClock();
    await pass(14 * MINUTE_MS + 30 * SECOND_MS);
    expect(warning).not.toBeNull();
    asked.length = 0;
    return clock;
  }

  it("asks once, however often it is pressed", async () => {
    const clock = await warned();
    clock.press();
    await Promise.all([clock.stay(), clock.stay()]);
    expect(asked).toEqual(["stay"]);
  });

  it("says so where the token is not refreshed, counts on, and may be tried again", async () => {
    const clock = await warned();
    refresh = "fails";
    await clock.stay();
    expect(warning?.error).toBe("Refresh token error");
    await pass(2 * SECOND_MS);
    expect(warning?.error).toBe("Refresh token error");
    expect(onStayed).not.toHaveBeenCalled();
    refresh = "works";
    await clock.stay();
    expect(warning).toBeNull();
  });

  it("says so where the server cannot be reached", async () => {
    const clock = await warned();
    server.answers = false;
    await clock.stay();
    expect(warning?.error).toBe("Refresh token error");
  });

  it("is done by a mouse press anywhere, and not by the keys that lead to the button", async () => {
    const clock = await warned();
    clock.pressKey();
    await pass(SECOND_MS);
    expect(asked).toEqual([]);
    clock.press();
    await pass(SECOND_MS);
    expect(asked).toEqual(["stay"]);
  });

  it("leaves where the session was over already", async () => {
    const clock = await warned();
    server.endsAt = 0;
    await clock.stay();
    expect(leave).toHaveBeenCalledOnce();
    expect(onStayed).not.toHaveBeenCalled();
  });

  it("says so where a session has lasted as long as one may", async () => {
    const clock = await warned();
    vi.stubGlobal("fetch", () => respond(server, false));
    await clock.stay();
    expect(warning?.error).toContain("12 hours at most");
    await pass(5 * SECOND_MS);
    expect(warning?.error).toContain("12 hours at most");
  });
});

describe("the end", () => {
  it("comes after 15 minutes in which nobody was there, once", async () => {
    startClock();
    await pass(WHOLE_MS - SECOND_MS);
    expect(leave).not.toHaveBeenCalled();
    await pass(5 * SECOND_MS);
    expect(leave).toHaveBeenCalledOnce();
  });

  it("comes at once when a machine wakes up behind it, without a warning", async () => {
    startClock();
    sleep(60 * MINUTE_MS);
    await pass(SECOND_MS);
    expect(warning).toBeNull();
    expect(leave).toHaveBeenCalledOnce();
  });

  it("is not put off by the press that wakes the machine up", async () => {
    const clock = startClock();
    sleep(60 * MINUTE_MS);
    clock.press();
    await pass(1);
    expect(asked).toEqual(["look"]);
    expect(leave).toHaveBeenCalledOnce();
  });

  it("comes without the server too", async () => {
    startClock();
    server.answers = false;
    sleep(16 * MINUTE_MS);
    await pass(SECOND_MS);
    expect(leave).toHaveBeenCalledOnce();
  });

  it("takes the page out of sight before the server has answered, and until the next page is here", async () => {
    startClock();
    const answers: ((response: Response) => void)[] = [];
    vi.stubGlobal(
      "fetch",
      () => new Promise((resolve) => void answers.push(resolve)),
    );
    sleep(16 * MINUTE_MS);
    await pass(SECOND_MS);
    expect(isCovered).toBe(true);
    expect(leave).not.toHaveBeenCalled();
    answers[0]?.(Response.json({ remainingMs: 0, mark: null }));
    await pass(1);
    expect(leave).toHaveBeenCalledOnce();
    expect(isCovered).toBe(true);
  });

  it("was none where the session lives on, and the page is in sight again", async () => {
    startClock();
    await pass(10 * MINUTE_MS);
    server.endsAt = Date.now() + 20 * MINUTE_MS;
    sleep(6 * MINUTE_MS);
    await pass(SECOND_MS);
    expect(leave).not.toHaveBeenCalled();
    expect(isCovered).toBe(false);
  });

  it.each([true, false])(
    "is not put off by a machine's clock that is put back (server answers: %s)",
    async (answers) => {
      startClock();
      await pass(10 * MINUTE_MS);
      server.answers = answers;
      sleep(-60 * MINUTE_MS);
      server.endsAt -= 60 * MINUTE_MS;
      await pass(5 * MINUTE_MS + 2 * SECOND_MS);
      expect(leave).toHaveBeenCalledOnce();
    },
  );

  it("comes by the timeout test although the session lives on the server", async () => {
    isTimeoutTest = true;
    startClock();
    await pass(66 * SECOND_MS);
    expect(leave).toHaveBeenCalledOnce();
  });
});

describe("signs of life", () => {
  it("are sent at once where the last is 30 seconds old, and else when it is", async () => {
    const clock = startClock();
    await pass(31 * SECOND_MS);
    clock.pressKey();
    expect(asked).toEqual(["active"]);
    await pass(SECOND_MS);
    for (let press = 0; press < 20; press += 1) clock.press();
    await pass(28 * SECOND_MS);
    expect(asked).toEqual(["active"]);
    await pass(2 * SECOND_MS);
    expect(asked).toEqual(["active", "active"]);
    await pass(5 * MINUTE_MS);
    expect(asked).toHaveLength(2);
  });

  it("are sent at once with the timeout test on, which they put off", async () => {
    isTimeoutTest = true;
    const clock = startClock();
    await pass(3 * SECOND_MS);
    clock.press();
    expect(asked).toEqual(["active"]);
    await pass(5 * SECOND_MS);
    expect(warning).toBeNull();
    await pass(SECOND_MS);
    expect(warning).not.toBeNull();
  });

  it("put the warning off", async () => {
    const clock = startClock();
    await pass(13 * MINUTE_MS);
    clock.press();
    await pass(14 * MINUTE_MS - SECOND_MS);
    expect(warning).toBeNull();
    await pass(2 * SECOND_MS);
    expect(warning).not.toBeNull();
  });

  it("of the last minute stand for an answer to the question, which does not come up", async () => {
    const clock = startClock();
    await pass(14 * MINUTE_MS);
    sleep(500);
    clock.pressKey();
    await pass(5 * SECOND_MS);
    expect(asked).toEqual(["active"]);
    expect(warning).toBeNull();
  });

  it("of before a sleep are none in the last minute", async () => {
    const clock = startClock();
    await pass(SECOND_MS);
    clock.press();
    sleep(14.5 * MINUTE_MS);
    await pass(SECOND_MS);
    expect(asked).toEqual(["look"]);
    expect(warning).not.toBeNull();
  });

  it("that do not arrive do not put the warning off", async () => {
    const clock = startClock();
    await pass(14 * MINUTE_MS - SECOND_MS);
    server.answers = false;
    clock.press();
    await pass(3 * SECOND_MS);
    expect(warning).not.toBeNull();
  });

  it("that are refused, as another session's are, have the page loaded again", async () => {
    const clock = startClock();
    await pass(31 * SECOND_MS);
    server.mark = "two";
    const session = (body: object, status: number) =>
      Promise.resolve(Response.json(body, { status }));
    vi.stubGlobal("fetch", (_: string, { method }: RequestInit) =>
      method === "POST"
        ? session({ message: "no" }, 403)
        : session({ remainingMs: WHOLE_MS, mark: "two" }, 200),
    );
    clock.press();
    await pass(1);
    expect(reload).toHaveBeenCalledOnce();
    expect(isCovered).toBe(true);
  });

  it("are sent again where one did not arrive", async () => {
    const clock = startClock();
    await pass(31 * SECOND_MS);
    server.answers = false;
    clock.press();
    await pass(SECOND_MS);
    server.answers = true;
    await pass(30 * SECOND_MS);
    expect(asked).toEqual(["active", "look", "active"]);
  });

  it("leave where the session is over on the server", async () => {
    const clock = startClock();
    await pass(31 * SECOND_MS);
    server.endsAt = 0;
    clock.press();
    await pass(1);
    expect(leave).toHaveBeenCalledOnce();
  });
});

describe("several tabs", () => {
  it("share the end: one that is used keeps the others from warning", async () => {
    const used = startClock();
    startClock();
    for (let minute = 0; minute < 30; minute += 1) {
      await pass(MINUTE_MS);
      used.press();
    }
    expect(warning).toBeNull();
    expect(asked).not.toContain("look");
  });

  it("do not take the time that an answer took for news of each other", async () => {
    startClock();
    await pass(14 * MINUTE_MS + 5 * SECOND_MS);
    asked.length = 0;
    const endsAt = (readSharedClock()?.endsAt ?? 0) + 150;
    writeSharedClock({ mark: "one", endsAt });
    await pass(5 * SECOND_MS);
    expect(asked).toEqual([]);
  });

  it("load again where the browser is in another session since", async () => {
    startClock();
    server.mark = "two";
    writeSharedClock({ mark: "two", endsAt: Date.now() + WHOLE_MS });
    await pass(SECOND_MS);
    expect(reload).toHaveBeenCalledOnce();
    expect(leave).not.toHaveBeenCalled();
  });

  it("are not misled by what an older session has left behind", async () => {
    startClock();
    writeSharedClock({ mark: "zero", endsAt: 0 });
    await pass(5 * SECOND_MS);
    expect(asked).toEqual(["look"]);
    expect(reload).not.toHaveBeenCalled();
    expect(leave).not.toHaveBeenCalled();
  });

  it("do without a local storage", async () => {
    const locked = () => {
      throw new Error("locked down");
    };
    vi.stubGlobal("localStorage", { getItem: locked, setItem: locked });
    startClock();
    await pass(WHOLE_MS + SECOND_MS);
    expect(leave).toHaveBeenCalledOnce();
  });
});

describe("a page that the browser kept and goes back to", () => {
  it("is out of sight until the server has said that its session lives", async () => {
    const clock = startClock();
    clock.wake();
    expect(isCovered).toBe(true);
    await pass(1);
    expect(asked).toEqual(["look"]);
    expect(isCovered).toBe(false);
  });

  it("is loaded again where it had left", async () => {
    const clock = startClock();
    clock.end();
    clock.wake();
    expect(reload).toHaveBeenCalledOnce();
    expect(isCovered).toBe(true);
  });

  it("is loaded again where the browser is in another session since", async () => {
    const clock = startClock();
    server.mark = "two";
    clock.wake();
    await pass(1);
    expect(reload).toHaveBeenCalledOnce();
    expect(isCovered).toBe(true);
  });
});

it("a clock that was stopped minds no answer that comes late", async () => {
  const clock = startClock();
  await pass(31 * SECOND_MS);
  server.mark = "two";
  clock.press();
  clock.stop();
  await pass(5 * SECOND_MS);
  expect(reload).not.toHaveBeenCalled();
});

it("a newer page of the session moves the end", async () => {
  const clock = startClock();
  await pass(10 * MINUTE_MS);
  server.endsAt = Date.now() + WHOLE_MS;
  clock.restart(WHOLE_MS);
  expect(readSharedClock()?.endsAt).toBe(server.endsAt);
  await pass(14 * MINUTE_MS - SECOND_MS);
  expect(warning).toBeNull();
});
