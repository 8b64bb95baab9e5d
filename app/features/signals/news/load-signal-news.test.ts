import { expect, it, vi } from "vitest";
import { askSignalNews } from "./load-signal-news.server";

it("waits 0.4 s for news, and has them again within a minute without asking", async () => {
  const place = { level: "facility", id: 101 } as const;
  const late = { kind: "failure", status: 504, reason: "timeout" };
  const come = { kind: "data", answer: { news: [] } };
  const ask = vi.fn().mockResolvedValueOnce(late).mockResolvedValue(come);
  const news = () => askSignalNews({ ask, mark: "one" }, [place]);
  expect(await news()).toBeNull();
  expect(await news()).toEqual([]);
  expect(await news()).toEqual([]);
  expect(ask.mock.calls).toEqual(
    Array(2).fill([
      expect.anything(),
      { places: [place] },
      { deadlineMs: 400 },
    ]),
  );
});
