import { expect, it } from "vitest";
import { transfer } from "./testing/facts";
import { toldTransfers } from "./told-transfers";

it("rows of the same facility, day and outcome are one transfer, which was not planned if one says so", () => {
  const rows = [
    transfer(10, { id: 3, planned: true, hospital: "Mercy", isLongStay: true }),
    transfer(10, { id: 5, reason: "Fall" }),
    transfer(10, { id: 4, outcome: "observation" }),
    transfer(10, { id: 6, facilityId: 2 }),
    transfer(11, { id: 7 }),
  ];
  const told = toldTransfers(rows);
  expect(told.map((one) => [one.id, one.told])).toEqual([
    [4, 1],
    [5, 2],
    [6, 1],
    [7, 1],
  ]);
  expect(told.find(({ id }) => id === 5)).toMatchObject({
    planned: false,
    hospital: "Mercy",
    reason: "Fall",
    isLongStay: true,
  });
});

it("an ED visit is told by its oldest row, and its outcome is assumed where all rows assume it", () => {
  const visit = { outcome: "ed_only", isAssumed: true } as const;
  const planned = transfer(10, { ...visit, id: 1, planned: true });
  const other = transfer(10, { ...visit, id: 2 });
  const [told] = toldTransfers([other, planned]);
  expect(told).toMatchObject({ id: 1, isAssumed: true });
  const [known] = toldTransfers([planned, { ...other, isAssumed: false }]);
  expect(known?.isAssumed).toBe(false);
});
