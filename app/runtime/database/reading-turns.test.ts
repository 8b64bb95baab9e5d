import { describe, expect, it } from "vitest";
import { ReadingTurns } from "./reading-turns.server";

describe("statements that wait for a turn", () => {
  it("are read by who has read least first, and in their order by equals", async () => {
    const turns = new ReadingTurns();
    const order: string[] = [];
    const read = (name: string, usedMs: number) =>
      turns.take({ usedMs }, () => order.push(name));
    await Promise.all([
      read("export", 500),
      read("page", 0),
      read("another page", 0),
      read("report", 90),
    ]);
    expect(order).toEqual(["page", "another page", "report", "export"]);
  });

  it("leave the turn to the others after a failure", async () => {
    const turns = new ReadingTurns();
    const reader = { usedMs: 0 };
    const failing = turns.take(reader, () => {
      throw new Error("no such table");
    });
    const next = turns.take(reader, () => "row");
    await expect(failing).rejects.toThrow("no such table");
    expect(await next).toBe("row");
  });
});
