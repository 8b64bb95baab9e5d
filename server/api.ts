import type { ApiDeps } from "./door/api-deps";
import { createDoors, type Doors } from "./door/doors";
import { mountHttp, type Api } from "./door/http-door";
import { registerAuth } from "./handlers/auth";
import { registerHealth } from "./handlers/health";
import { registerMetricData } from "./handlers/metricdatacsv";
import {
  registerMetrics,
  registerFrailty,
  registerGraphs,
  registerQmCalculator,
  registerSummary,
} from "./handlers/metrics";
import { registerOrganization } from "./handlers/organization";
import {
  registerPhysicians,
  registerPhysicianAlerts,
  registerPhysician,
  registerMedicalStaff,
} from "./handlers/physicians";
import { registerPowerBi } from "./handlers/powerbi";
import { registerQiesReports } from "./handlers/qies-reports";
import { registerReports } from "./handlers/reports";
import { registerUsers } from "./handlers/users";

/**
 * The calls of the data server.
 *
 * `server/handlers/<noun>.ts` exports `register<Noun>(doors: Doors, deps: ApiDeps): void`, which calls `register(doors,
 * <endpoint of app/contract/<noun>>, handler)` once per endpoint. A handler gets validated `{ params, query, body,
 * viewer, userId, log, … }` and returns the answer, null for 204, or a `FileAnswer`. It calls `requireScope` to check
 * what the viewer may see, and throws a `Refusal` to refuse.
 */
export function openDoors(deps: ApiDeps): Doors {
  const doors = createDoors(deps);
  registerAuth(doors, deps);
  registerUsers(doors, deps);
  registerOrganization(doors, deps);
  registerPhysician(doors, deps);
  registerPhysicians(doors, deps);
  registerMetrics(doors, deps);
  registerMetricData(doors, deps);
  registerSummary(doors, deps);
  registerMedicalStaff(doors, deps);
  registerFrailty(doors, deps);
  registerGraphs(doors, deps);
  registerQmCalculator(doors, deps);
  registerPhysicianAlerts(doors, deps);
  registerReports(doors, deps);
  registerPowerBi(doors, deps);
  registerQiesReports(doors, deps);
  return doors;
}

export function createApi(deps: ApiDeps, doors: Doors = openDoors(deps)): Api {
  const api = mountHttp(doors);
  registerHealth(api, deps);
  return api;
}
