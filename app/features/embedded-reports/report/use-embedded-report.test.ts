import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TokenKeeper, type TokenKeeperDeps } from "./report-viewer";

const MINUTE = 60_000;

let isHidden = false;
beforeEach(() => {
  isHidden = false;
  vi.useFakeTimers();
  vi.stubGlobal("document", {
    get hidden() {
      return isHidden;
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** A keeper whose token is due in ten minutes, and what it does. */
function keeping(ask: TokenKeeperDeps["ask"] = granted) {
  const deps = {
    ask: vi.fn(ask),
    hand: vi.fn(async () => undefined),
    onFailed: vi.fn(),
    onRenewed: vi.fn(),
  };
  return { deps, keeper: new TokenKeeper(deps, 10 * MINUTE) };
}

async function granted() {
  return { accessToken: "next", refreshInMs: 20 * MINUTE };
}

test("a token of a page in use is replaced when it is due, and the next one at its own time", async () => {
  const { deps, keeper } = keeping();
  keeper.used();
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(deps.ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(deps.hand).toHaveBeenCalledExactlyOnceWith("next");
  keeper.used();
  await vi.advanceTimersByTimeAsync(19 * MINUTE);
  expect(deps.ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(deps.ask).toHaveBeenCalledTimes(2);
});

test("a page that nobody uses asks for nothing, until somebody does", async () => {
  const { deps, keeper } = keeping();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  keeper.look();
  expect(deps.ask).not.toHaveBeenCalled();
  keeper.used();
  await vi.advanceTimersByTimeAsync(0);
  expect(deps.onRenewed).toHaveBeenCalledTimes(1);
  // What was done before the last token counts for that one alone.
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(deps.ask).toHaveBeenCalledTimes(1);
});

test("a hidden page asks when it is looked at again", async () => {
  const { deps, keeper } = keeping();
  keeper.used();
  isHidden = true;
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(deps.ask).not.toHaveBeenCalled();
  isHidden = false;
  keeper.look();
  expect(deps.ask).toHaveBeenCalledTimes(1);
});

test("a token that could not be had is told, and tried again after a minute", async () => {
  const { deps, keeper } = keeping();
  deps.ask.mockResolvedValueOnce(null);
  keeper.used();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(deps.onFailed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(deps.onRenewed).toHaveBeenCalledTimes(1);
});

test("a token that the report does not take is one that could not be had", async () => {
  const { deps, keeper } = keeping();
  deps.hand.mockRejectedValueOnce(new Error("no"));
  keeper.used();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(deps.onFailed).toHaveBeenCalledTimes(1);
});

test("one that has ended early is replaced at once, and a keeper that was stopped does nothing", async () => {
  const { deps, keeper } = keeping();
  keeper.used();
  keeper.ended();
  expect(deps.ask).toHaveBeenCalledTimes(1);
  keeper.stop();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  keeper.used();
  expect(deps.hand).not.toHaveBeenCalled();
  expect(deps.ask).toHaveBeenCalledTimes(1);
});
