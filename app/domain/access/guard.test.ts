import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccessibleLocations } from "./accessible-locations";
import {
  guardPage,
  isSentHome,
  needsOrganization,
  needsReports,
  parsePage,
  type Verdict,
} from "./guard";
import { ACCESS_LEVELS, rankOf, type AccessLevel } from "./ranks";
import type { Viewer } from "./viewer";

const organization: AccessibleLocations = {
  divisions: [{ division_id: 1, division_name: "North" }],
  regions: [{ region_id: 11, region_name: "Coast", division_id: 1 }],
  facilities: [
    {
      facility_id: 101,
      facility_name: "Harbor",
      region_id: 11,
      region_name: "Coast",
      division_id: 1,
    },
  ],
};
const reports = ["infection-control"];

function viewerAt(accessLevel: AccessLevel, ids: number[] = [7001]): Viewer {
  return { accessLevel, accessLevelIds: ids, isnpOnly: false };
}

function verdictOf(
  path: string,
  accessLevel: AccessLevel,
  places: AccessibleLocations | null = organization,
  reportIds: string[] | null = reports,
): Verdict {
  const page = parsePage(path);
  return page
    ? guardPage(page, viewerAt(accessLevel), places, reportIds)
    : "not-found";
}

/** Verdicts in the order of the ranks: physician, facility, region, division, company, admin, account manager. */
const A = "allow";
const F = "forbidden";
const N = "not-found";
const TABLE: [path: string, verdicts: Verdict[]][] = [
  ["/login", [A, A, A, A, A, A, A]],
  ["/", [A, A, A, A, A, A, A]],
  ["/search", [A, A, A, A, A, A, A]],
  ["/search/", [A, A, A, A, A, A, A]],
  ["/search/more", [N, N, N, N, N, N, N]],
  ["/company-overview", [F, F, F, F, A, A, F]],
  ["/company-overview/", [F, F, F, F, A, A, F]],
  ["/transfers/company/0", [F, F, F, F, A, A, F]],
  ["/transfers/company/1", [N, N, N, N, N, N, N]],
  ["/transfers/region/11", [F, F, A, A, A, A, A]],
  ["/transfers/facility/101/", [F, A, A, A, A, A, A]],
  ["/transfers/facility/102", [F, F, F, F, F, F, F]],
  ["/transfers/physician/7001", [A, A, A, A, A, A, A]],
  ["/transfers/physician/7002", [F, A, A, A, A, A, A]],
  ["/transfers/patient/1", [N, N, N, N, N, N, N]],
  ["/transfers/facility", [N, N, N, N, N, N, N]],
  ["/transfers/facility/101/more", [N, N, N, N, N, N, N]],
  ["/signals/company/0", [F, F, F, F, A, A, F]],
  ["/signals/region/11", [F, F, A, A, A, A, A]],
  ["/signals/facility/101/", [F, A, A, A, A, A, A]],
  ["/signals/facility/102", [F, F, F, F, F, F, F]],
  ["/signals/physician/7001", [N, N, N, N, N, N, N]],
  ["/signals/facility/101/more", [N, N, N, N, N, N, N]],
  ["/division-profile/1", [F, F, F, A, A, A, A]],
  ["/division-profile/2", [F, F, F, F, F, F, F]],
  ["/division-profile/north", [N, N, N, N, N, N, N]],
  ["/region-profile/11", [F, F, A, A, A, A, A]],
  ["/region-profile/12", [F, F, F, F, F, F, F]],
  ["/region-profile/-11", [N, N, N, N, N, N, N]],
  ["/facility-profile/101", [F, A, A, A, A, A, A]],
  ["/facility-profile/102", [F, F, F, F, F, F, F]],
  ["/facility-profile/1e2", [N, N, N, N, N, N, N]],
  ["/facility-profile/10000000000000000101", [F, F, F, F, F, F, F]],
  ["/today/facility/101", [F, A, A, A, A, A, A]],
  ["/today/facility/102", [F, F, F, F, F, F, F]],
  ["/today/physician/7001", [A, A, A, A, A, A, A]],
  ["/today/physician/7002", [F, A, A, A, A, A, A]],
  ["/today/physician/0", [F, N, N, N, N, N, N]],
  ["/today/region/11", [N, N, N, N, N, N, N]],
  ["/physician-profile/7001", [A, A, A, A, A, A, A]],
  ["/physician-profile/7002", [F, A, A, A, A, A, A]],
  ["/physician-profile/0", [F, A, A, A, A, A, A]],
  ["/physician-profile/dr-who", [N, N, N, N, N, N, N]],
  ["/physician-profile/70010000000000000000", [F, N, N, N, N, N, N]],
  ["/patient-profile/5", [A, A, A, A, A, A, A]],
  ["/patient-profile/000000000000005", [A, A, A, A, A, A, A]],
  ["/patient-profile/0000000000000005", [N, N, N, N, N, N, N]],
  ["/patient-profile/5a", [N, N, N, N, N, N, N]],
  ["/patient-profile/-5", [N, N, N, N, N, N, N]],
  ["/residents/5", [A, A, A, A, A, A, A]],
  ["/residents/-5/", [A, A, A, A, A, A, A]],
  ["/residents/000000000000005", [A, A, A, A, A, A, A]],
  ["/residents/0000000000000005", [N, N, N, N, N, N, N]],
  ["/residents/--5", [N, N, N, N, N, N, N]],
  ["/residents", [N, N, N, N, N, N, N]],
  ["/residents/5/more", [N, N, N, N, N, N, N]],
  ["/reports", [A, A, A, A, A, A, F]],
  ["/reports/", [A, A, A, A, A, A, F]],
  ["/reports/after-hours-patient-report", [A, A, A, A, A, A, F]],
  ["/reports/after-hours-patient-report/", [A, A, A, A, A, A, F]],
  ["/reports/medical-staff-report", [A, A, A, A, A, A, F]],
  ["/reports/cms-qies-reports", [A, A, A, A, A, A, F]],
  ["/reports/system-test", [A, A, A, A, A, A, F]],
  ["/reports/infection-control", [A, A, A, A, A, A, F]],
  ["/reports/no-such-report", [N, N, N, N, N, N, F]],
  ["/users", [F, F, F, F, F, F, A]],
  ["/users/reports-config", [F, F, F, F, F, F, A]],
  ["/users/groups", [F, F, F, F, F, F, A]],
  ["/users/groups/add", [F, F, F, F, F, F, A]],
  ["/users/groups/7", [F, F, F, F, F, F, A]],
  ["/users/groups/7/remove", [F, F, F, F, F, F, A]],
  ["/users/groups/add/remove", [N, N, N, N, N, N, N]],
  ["/users/groups/7/other", [N, N, N, N, N, N, N]],
  ["/user/create", [F, F, F, F, F, F, A]],
  ["/census", [F, A, A, A, A, A, A]],
  ["/events/company/0", [F, F, F, F, A, A, F]],
  ["/events/company/1", [N, N, N, N, N, N, N]],
  ["/events/physician/1000000001", [N, N, N, N, N, N, N]],
  ["/reviews", [A, A, A, A, A, A, A]],
  ["/reviews/causes", [F, F, F, F, F, F, A]],
  ["/reviews/-12", [A, A, A, A, A, A, A]],
  ["/reviews/1234567890123456", [N, N, N, N, N, N, N]],
  ["/reviews/first", [N, N, N, N, N, N, N]],
  ["/reviews/5/edit", [N, N, N, N, N, N, N]],
  ["/incomplete-data", [A, A, A, A, A, A, A]],
  ["/no-such-page", [N, N, N, N, N, N, N]],
  ["/users/7", [N, N, N, N, N, N, N]],
  ["/facility-profile", [N, N, N, N, N, N, N]],
  ["/facility-profile/", [N, N, N, N, N, N, N]],
  ["/facility-profile/101/edit", [N, N, N, N, N, N, N]],
];

describe("every account level at every route", () => {
  test.each(TABLE)("%s", (path, verdicts) => {
    expect(ACCESS_LEVELS.map((level) => verdictOf(path, level))).toEqual(
      verdicts,
    );
  });
});

describe("without knowing the organisation", () => {
  test.each(["/division-profile/1", "/region-profile/11"])(
    "%s is forbidden to everybody",
    (path) => {
      for (const level of ACCESS_LEVELS) {
        expect(verdictOf(path, level, null)).toBe("forbidden");
      }
    },
  );

  test("an id that is no number is still not found", () => {
    expect(verdictOf("/facility-profile/x", "company", null)).toBe("not-found");
  });
});

describe("reports", () => {
  test("a listed report is forbidden while the list is not known", () => {
    expect(
      verdictOf("/reports/infection-control", "company", organization, null),
    ).toBe("forbidden");
  });

  test("no report is found in an empty list", () => {
    expect(
      verdictOf("/reports/infection-control", "company", organization, []),
    ).toBe("not-found");
  });

  test("the medical staff report sends ranks 1 and 2 home", () => {
    const page = parsePage("/reports/medical-staff-report");
    const sentHome = ACCESS_LEVELS.filter(
      (level) => page && isSentHome(page, viewerAt(level)),
    );
    expect(sentHome).toEqual(["physician", "facility"]);
  });

  test("no other page sends anybody home", () => {
    for (const [path] of TABLE) {
      const page = parsePage(path);
      if (!page || path.includes("medical-staff")) continue;
      expect(isSentHome(page, viewerAt("physician"))).toBe(false);
    }
  });
});

describe("physicians", () => {
  test("a physician with several ids may open each of them and no other", () => {
    const viewer = viewerAt("physician", [7001, 7002]);
    const verdicts = ["7001", "7002", "7003"].map((npi) =>
      guardPage({ page: "physician-profile", npi }, viewer, null, null),
    );
    expect(verdicts).toEqual(["allow", "allow", "forbidden"]);
  });

  test("a physician whose id is 0 may not open the stays without physician", () => {
    const viewer = viewerAt("physician", [0]);
    expect(
      guardPage({ page: "physician-profile", npi: "0" }, viewer, null, null),
    ).toBe("forbidden");
  });
});

test("a page says which lists its verdict needs", () => {
  const needing = (needs: typeof needsReports) =>
    TABLE.map(([path]) => path).filter((path) => {
      const page = parsePage(path);
      return page !== null && needs(page);
    });
  expect(needing(needsReports)).toEqual([
    "/reports/infection-control",
    "/reports/no-such-report",
  ]);
  expect(
    needing(needsOrganization).every((path) =>
      /^\/((division|region|facility)-profile|(transfers|signals)\/(region|facility)\/|today\/facility)/.test(
        path,
      ),
    ),
  ).toBe(true);
});

test("a location page is allowed only for a listed id and a rank that is high enough", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ACCESS_LEVELS),
      fc.constantFrom(
        "division" as const,
        "region" as const,
        "facility" as const,
      ),
      fc.oneof(fc.constantFrom("1", "11", "101"), fc.string()),
      (accessLevel, level, id) => {
        const verdict = guardPage(
          { page: "location-profile", level, id },
          viewerAt(accessLevel),
          organization,
          null,
        );
        const needed = { division: 4, region: 3, facility: 2 }[level];
        const listed = { division: 1, region: 11, facility: 101 }[level];
        const may =
          /^\d+$/.test(id) &&
          Number(id) === listed &&
          rankOf(accessLevel) >= needed;
        expect(verdict === "allow").toBe(may);
      },
    ),
  );
});

describe("parsePage", () => {
  test.each(["", "users", "//users", "/users//", "/%", "/users/%E0%A4%A"])(
    "finds no page in %j",
    (path) => {
      expect(parsePage(path)).toBeNull();
    },
  );

  test("reads an id as the router does, percent-decoded", () => {
    expect(parsePage("/facility-profile/%31")).toEqual({
      page: "location-profile",
      level: "facility",
      id: "1",
    });
  });

  test("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (path) => {
        parsePage(path);
        parsePage(`/facility-profile/${path}`);
      }),
    );
  });
});
