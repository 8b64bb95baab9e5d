import type { Settings } from "~/contract/settings";
import type { Clock } from "~server/clock/clock";
import { createPowerBi } from "./power-bi";
import type { PowerBi } from "./power-bi";

/** Power BI as the settings POWERBI_* name it; null where they are not set. */
export function configuredPowerBi(
  settings: Settings,
  clock: Clock,
): PowerBi | null {
  const {
    POWERBI_TENANT_ID: tenantId,
    POWERBI_CLIENT_ID: clientId,
    POWERBI_CLIENT_SECRET: clientSecret,
  } = settings;
  if (!tenantId || !clientId || !clientSecret) return null;
  return createPowerBi({ tenantId, clientId, clientSecret }, clock);
}
