import type { Kysely } from "kysely";
import { getMedicalStaff } from "~/contract/medicalstaff";
import { getPhysician, type Physician } from "~/contract/physician";
import {
  getPhysicianAlerts,
  getUnreadAlerts,
} from "~/contract/physicianalerts";
import { searchPhysicians } from "~/contract/physicians";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import {
  findPhysicians,
  indexPhysicians,
} from "~/features/users/rules/form-physicians";
import {
  type FacilityIds,
  accessibleFacilityIds,
} from "~server/access/facilities";
import type { ApiDeps } from "~server/door/api-deps";
import { readMedicalStaffRows } from "~server/measures/medical-staff-rows";
import { noteRow } from "~server/notes/note-row";
import {
  keepsReadingState,
  readNotesInView,
} from "~server/notes/notes-in-view";
import { notFound } from "~server/refusal";
import { hasOwnReport, requireOwnReport } from "~server/reports/own-reports";
import { readDataState } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { requireAccountManager } from "~server/users/actor";
import { register, type Doors } from "~server/door/doors";
import { answerWithinReach } from "./answer-figures";
import { byName, selectFacilities } from "./organization";
import { recordAccess } from "./record-access";
import { requireScope } from "./require-scope";

/** 204 without stays in the range. Facilities need no report right; larger places need the medical staff report. */
export function registerMedicalStaff(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, getMedicalStaff, async (call) => {
    if (call.params.level !== "facility") {
      await requireOwnReport(db, call.viewer, "medical-staff-report");
    }
    const inView = await accessibleFacilityIds(db, call.viewer);
    return answerWithinReach(
      deps,
      "medicalstaff",
      call,
      async ({ db, question }) => {
        const staff = await readMedicalStaffRows(db, question, inView);
        return staff.length > 0 ? staff.map(({ row }) => row) : null;
      },
      // A physician's facilities are counted across all in view.
      { facilityIds: inView },
    );
  });
}

/** A physician with the viewer's facilities where they have stays. */
export function registerPhysician(doors: Doors, deps: ApiDeps): void {
  register(doors, getPhysician, async ({ params, viewer }) => {
    const { npi } = params;
    // The entry for stays without a physician has no record.
    if (npi === NO_PHYSICIAN_ID) throw notFound();
    const { db } = deps.store;
    const scope = await requireScope(deps, viewer, {
      level: "physician",
      id: npi,
    });
    const [{ npi: id, ...record }, facilities, { lastUpdated }] =
      await Promise.all([
        db
          .selectFrom("physicians")
          .where("npi", "=", npi)
          .selectAll()
          .executeTakeFirstOrThrow(),
        facilitiesOf(deps.store, npi, scope.facilityIds),
        readDataState(db),
      ]);
    const data: Physician = {
      ...record,
      physician_id: id,
      physician_npi: id,
      facilities,
    };
    return { data, lastUpdated };
  });
}

async function facilitiesOf(
  { db }: Store,
  npi: number,
  inView: FacilityIds,
): Promise<Physician["facilities"]> {
  const rows = await selectFacilities(db)
    .where(
      "facilities.id",
      "in",
      db.selectFrom("stays").where("npi", "=", npi).select("facility_id"),
    )
    .execute();
  return rows
    .filter((row) => inView === "all" || inView.includes(row.facility_id))
    .sort((a, b) => byName(a.facility_name, b.facility_name));
}

const AFTER_HOURS = "after-hours-patient-report";

/** Notes of 72 hours (R156). 403 without the report; only physicians have unread notes. Audits lists, not counts. */
export function registerPhysicianAlerts(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;

  register(doors, getPhysicianAlerts, async (call) => {
    const { viewer, userId } = call;
    await requireOwnReport(db, viewer, AFTER_HOURS);
    const [notes, { lastUpdated }] = await Promise.all([
      readNotesInView(db, { viewer, userId, now: deps.clock() }),
      readDataState(db),
    ]);
    if (notes.length === 0) return null;
    await recordAccess(deps, call, {
      action: "view_notes",
      residents: notes.map(({ patient_id }) => patient_id),
      details: { rows: notes.length },
    });
    return { data: notes.map(noteRow), lastUpdated };
  });

  register(doors, getUnreadAlerts, async ({ viewer, userId }) => {
    const keepsState = keepsReadingState(viewer);
    if (!keepsState || !(await hasOwnReport(db, viewer, AFTER_HOURS))) {
      return { data: { unread: 0 } };
    }
    const notes = await readNotesInView(db, {
      viewer,
      userId,
      now: deps.clock(),
    });
    return { data: { unread: notes.filter(({ unread }) => unread).length } };
  });
}

/** Appended to every answer (R219). */
const EMPTY_ENTRY = { npi: null, first_name: "", last_name: "" };

function listAll(db: Kysely<Schema>) {
  return db
    .selectFrom("physicians")
    .select(["npi", "first_name", "last_name"])
    .execute();
}

export function registerPhysicians(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, searchPhysicians, async ({ viewer, query }) => {
    requireAccountManager(viewer);
    const state = await readDataState(db);
    const index = await deps.cache.remember(
      ["physicians", state.version],
      async () => indexPhysicians(await deps.replicas.read(state, listAll)),
    );
    return { data: [...findPhysicians(index, query.s), EMPTY_ENTRY] };
  });
}
