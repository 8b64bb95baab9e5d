import { expect, it } from "vitest";
import { roundOf } from "./work";

it("leads through an account's own profile, and takes its rows along", () => {
  expect(
    roundOf(["HOME", "HOME?inspect=rth", "/search?q=el"], "/region-profile/11"),
  ).toEqual([
    "/region-profile/11",
    "/region-profile/11?inspect=rth",
    "/search?q=el",
    "/metric-data/region/11?measure=patient_count",
  ]);
});

it("knows the company by its number, and no rows of a page that is no profile", () => {
  expect(roundOf(["HOME"], "/company-overview").at(-1)).toBe(
    "/metric-data/company/0?measure=patient_count",
  );
  expect(roundOf(["/users"], "/users")).toEqual(["/users"]);
});
