import { getFrailty } from "~/contract/frailty";
import { levelParam } from "~/contract/wire";
import { call, type CallContext } from "~/data/call.server";
import { newYorkDay } from "~/domain/calendar";
import type { Viewer } from "~/domain/access/viewer";

/** A sign-in waits no longer for it. */
const DEADLINE_MS = 1_000;

/**
 * When the data were last imported, from the shortest answer that says so; null where it does not come. For hosts whose
 * answer about the user has no time: the first page of a session may read no data, and says all the same how old they are.
 */
export async function timeOfData(
  { accessLevel, accessLevelIds, isnpOnly }: Viewer,
  context: Pick<CallContext, "token" | "requestId" | "clientAddress">,
): Promise<string | null> {
  const day = newYorkDay(new Date());
  const level = levelParam.catch("company").parse(accessLevel);
  const id = level === "company" ? 0 : (accessLevelIds[0] ?? 0);
  const outcome = await call(
    getFrailty,
    {
      params: { level, id, startDate: day, endDate: day },
      query: { isnp: isnpOnly },
    },
    { ...context, deadlineMs: DEADLINE_MS },
  );
  return outcome.kind === "data" ? (outcome.answer.lastUpdated ?? null) : null;
}
