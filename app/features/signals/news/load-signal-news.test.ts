import { expect, it, vi } from "vitest";
import type { SignedIn } from "~/session/require-user.server";
import { askSignalNews, loadSignalNews } from "./load-signal-news.server";

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

it.each([
  ["facility", "/signals/facility/101"],
  ["physician", "/physician-profile/101?mom=ed_1000&graph=ed_1000#panel"],
] as const)(
  "counts the unusual measures of a %s with nothing new",
  async (level, href) => {
    const place = { level, id: 101 };
    const unusual = [{ child: null, graph: "ed_1000" }];
    const news = [{ ...place, fresh: [], unusual }];
    const signedIn = {
      user: { viewer: { accessLevel: level, accessLevelIds: [101] } },
      mark: `unusual ${level}`,
      ask: vi.fn().mockResolvedValue({ kind: "data", answer: { news } }),
    } as unknown as SignedIn;
    expect(await loadSignalNews(signedIn, place)).toEqual({
      text: "1 unusual measure",
      href,
    });
  },
);
