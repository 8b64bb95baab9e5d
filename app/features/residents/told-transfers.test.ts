import { expect, it } from "vitest";
import { transfer } from "./testing/facts";
import { toldTransfers } from "./told-transfers";

it("tells of a transfer what any of its rows tells", () => {
  const rows = [
    transfer(10, { id: 3, planned: true, hospital: "Mercy", isLongStay: true }),
    transfer(10, { id: 5, outcome: "ed_only", reason: "Fall" }),
    transfer(11, { id: 7 }),
  ];
  expect(toldTransfers(rows)).toMatchObject([
    {
      id: 3,
      told: 2,
      outcome: "inpatient",
      planned: false,
      hospital: "Mercy",
      reason: "Fall",
      isLongStay: true,
    },
    { id: 7, told: 1 },
  ]);
});

it("takes the outcome of a transfer for assumed where all rows of that outcome do", () => {
  const assumed = transfer(10, { id: 1, isAssumed: true });
  const known = transfer(10, { id: 2 });
  const visit = transfer(10, { id: 3, outcome: "ed_only" });
  expect(toldTransfers([assumed, visit])[0]?.isAssumed).toBe(true);
  expect(toldTransfers([assumed, known])[0]?.isAssumed).toBe(false);
});
