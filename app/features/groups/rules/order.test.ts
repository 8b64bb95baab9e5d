import { expect, it } from "vitest";
import { inGroupOrder } from "./order";

it("orders groups by their label, or by their name where they have none", () => {
  const groups = [
    { id: 1, name: "7c9e", label: "Nurses 10" },
    { id: 2, name: "managers", label: "" },
    { id: 3, name: "0aab", label: "Nurses 9" },
    { id: 5, name: "twin two", label: "Same" },
    { id: 4, name: "twin one", label: "Same" },
  ];
  expect(inGroupOrder(groups).map(({ id }) => id)).toEqual([2, 3, 1, 4, 5]);
});
