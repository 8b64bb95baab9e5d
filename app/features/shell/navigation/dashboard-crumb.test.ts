import { expect, test } from "vitest";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { dashboardCrumb } from "./first-crumbs";

test("the dashboard is a link home for everybody but those who have none", () => {
  const hrefs = ACCESS_LEVELS.map(
    (accessLevel) =>
      dashboardCrumb({ accessLevel, accessLevelIds: [7], isnpOnly: false })
        .href,
  );
  expect(hrefs).toEqual(["/", "/", "/", "/", "/", "/", undefined]);
});
