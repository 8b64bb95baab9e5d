import { expect, test } from "vitest";
import { standingNotices } from "../shell-data.server";

/** What a session's pages tell while the count goes so; 'dismiss' puts away what is told. */
async function toldWhile(steps: (number | "dismiss")[]): Promise<string[]> {
  let dismissed: string[] = [];
  const told: string[] = [];
  let key = "";
  for (const step of steps) {
    if (step === "dismiss") {
      dismissed = [...dismissed, key];
      continue;
    }
    const [notice] = await standingNotices({
      unreadAlerts: async () => step,
      organizationAtHand: async () => null,
      alerts: {
        dismissed,
        dismiss: async (lower) => {
          dismissed = [...dismissed, lower];
        },
      },
    });
    key = notice?.alert?.key ?? "";
    told.push(`${step}: ${notice ? "told" : "quiet"}`);
  }
  return told;
}

test("unread notes that were put away are told again when there are more", async () => {
  expect(await toldWhile([3, "dismiss", 3, 4])).toEqual([
    "3: told",
    "3: quiet",
    "4: told",
  ]);
});

test("after some were read, what comes is news although there were more before", async () => {
  expect(await toldWhile([5, "dismiss", 5, 0, 2, "dismiss", 2, 1, 2])).toEqual([
    "5: told",
    "5: quiet",
    "0: quiet",
    "2: told",
    "2: quiet",
    "1: quiet",
    "2: told",
  ]);
});
