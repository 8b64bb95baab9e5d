import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "~server/testing/property-runs";
import { Groups } from "./grouped";

const LINK = fc.tuple(fc.nat(12), fc.nat(12));

test("ids are joined where links lead from one to the other, and under the smallest of them", () => {
  fc.assert(
    fc.property(fc.array(LINK, { maxLength: 12 }), (links) => {
      const reached = (id: number) => {
        const found = new Set([id]);
        for (let before = 0; before !== found.size;) {
          before = found.size;
          for (const [one, other] of links) {
            if (found.has(one)) found.add(other);
            if (found.has(other)) found.add(one);
          }
        }
        return Math.min(...found);
      };
      const ids = [...new Set(links.flat())];
      const groups = new Groups<number>();
      for (const link of links) groups.join(link);
      expect(ids.map((id) => groups.find(id))).toEqual(ids.map(reached));
    }),
    runs(200),
  );
});
