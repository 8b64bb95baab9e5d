import type { Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { initialTables } from "./migrations/0001-initial";
import { reportTables } from "./migrations/0002-reports";
import { auditTables } from "./migrations/0003-audit";
import { reportFileTables } from "./migrations/0004-report-files";
import { importTables } from "./migrations/0005-imports";
import { dataReach } from "./migrations/0006-data-reach";
import { patientMergeTables } from "./migrations/0007-patient-merges";
import { placeTotals } from "./migrations/0008-place-totals";
import { placeVersions } from "./migrations/0009-place-versions";
import { feedTables } from "./migrations/0010-feed";
import { residentFacts } from "./migrations/0011-resident-facts";
import { reviewTables } from "./migrations/0012-reviews";
import { chartNoteTables } from "./migrations/0013-chart-notes";
import { cmsTables } from "./migrations/0014-cms-measures";
import { signalVisitTables } from "./migrations/0015-signal-visits";
import { secondFactorTables } from "./migrations/0016-second-factors";
import { organisationAccountTables } from "./migrations/0017-organisation-accounts";
import { passkeyTables } from "./migrations/0018-passkeys";
import { groupTables } from "./migrations/0019-groups";
import { cmsFileOfStars } from "./migrations/0020-cms-file-of-stars";
import { dataBegin } from "./migrations/0021-data-begin";
import { staysAndTrips } from "./migrations/0022-stays-and-trips";
import { lessIsKept } from "./migrations/0023-less-is-kept";
import { versionOfReports } from "./migrations/0024-version-of-reports";
import { numbersByFacility } from "./migrations/0025-numbers-by-facility";
import { boundSenders } from "./migrations/0026-bound-senders";
import { quickQuestions } from "./migrations/0027-quick-questions";
import { auditedResidents } from "./migrations/0028-audited-residents";
import { discussionTable } from "./migrations/0029-discussions";
import { lastLogins } from "./migrations/0030-last-logins";
import { initialPasswords } from "./migrations/0031-initial-passwords";
import { targetTable } from "./migrations/0033-targets";
import { transferPatterns } from "./migrations/0032-transfer-patterns";
import { transferNoticeTable } from "./migrations/0034-transfer-notices";
import { editionOfReviews } from "./migrations/0035-edition-of-reviews";

/** Add new migrations at the end, in `migrations/NNNN-what-it-does.ts`. Never change a released one. */
export function migrationsFor(dialect: Dialect): Record<string, Migration> {
  return {
    "0001-initial": initialTables(dialect),
    "0002-reports": reportTables(dialect),
    "0003-audit": auditTables(dialect),
    "0004-report-files": reportFileTables(dialect),
    "0005-imports": importTables(dialect),
    "0006-data-reach": dataReach(),
    "0007-patient-merges": patientMergeTables(dialect),
    "0008-place-totals": placeTotals(dialect),
    "0009-place-versions": placeVersions(dialect),
    "0010-feed": feedTables(dialect),
    "0011-resident-facts": residentFacts(),
    "0012-reviews": reviewTables(dialect),
    "0013-chart-notes": chartNoteTables(dialect),
    "0014-cms-measures": cmsTables(),
    "0015-signal-visits": signalVisitTables(dialect),
    "0016-second-factors": secondFactorTables(dialect),
    "0017-organisation-accounts": organisationAccountTables(dialect),
    "0018-passkeys": passkeyTables(dialect),
    "0019-groups": groupTables(dialect),
    "0020-cms-file-of-stars": cmsFileOfStars(),
    "0021-data-begin": dataBegin(),
    "0022-stays-and-trips": staysAndTrips(dialect),
    "0023-less-is-kept": lessIsKept(),
    "0024-version-of-reports": versionOfReports(dialect),
    "0025-numbers-by-facility": numbersByFacility(),
    "0026-bound-senders": boundSenders(),
    "0027-quick-questions": quickQuestions(),
    "0028-audited-residents": auditedResidents(dialect),
    "0029-discussions": discussionTable(dialect),
    "0030-last-logins": lastLogins(),
    "0031-initial-passwords": initialPasswords(),
    "0032-transfer-patterns": transferPatterns(dialect),
    "0033-targets": targetTable(dialect),
    "0034-transfer-notices": transferNoticeTable(dialect),
    "0035-edition-of-reviews": editionOfReviews(),
  };
}
