import type { Organization } from "~/contract/organization";
import { failurePage } from "~/data/call-failure.server";
import { requireScreen } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import { listSenders, type Sender } from "~server/messages/service";
import {
  isToEnd,
  type OpenedSender,
  readSenderForm,
  readVersion,
  type SenderValues,
  type SenderView,
} from "./sender-form-values";

/** The form of the sender that the address names, or of a new one with that name and code. */
export async function loadSender(request: Request): Promise<SenderView> {
  const signedIn = await requireScreen(request);
  const { searchParams: search } = new URL(request.url);
  const key = {
    sender: search.get("sender") ?? "",
    facility: search.get("facility") ?? "",
  };
  const [stored, organization] = await Promise.all([
    findSender(signedIn, key),
    signedIn.organization(),
  ]);
  // Read the kept form last: it can be taken only once.
  const kept = await signedIn.takeKeptForm((form) => isFor(key, stored, form));
  const isBack = kept !== null && !isToEnd(kept.form);
  return {
    ...(isBack ? openedOf(kept.form) : formOf(key, stored)),
    facilities: facilitiesOf(organization),
    unsent: kept?.unsent ?? null,
  };
}

/** A page has what was typed for its own sender. The name of a new one may have been typed too. */
function isFor(key: SenderKey, stored: Sender | null, form: FormData): boolean {
  const typed = openedOf(form);
  return (
    isOfKey(key, typed.values) || (stored === null && typed.version === null)
  );
}

/** Keeps the version the user opened, so a concurrent change is detected. */
function openedOf(form: FormData): OpenedSender {
  return { values: readSenderForm(form), version: readVersion(form) };
}

function formOf(key: SenderKey, stored: Sender | null): OpenedSender {
  return stored
    ? { values: valuesOf(stored), version: stored.version }
    : {
        values: { ...key, role: "", facility_id: "", codes: "", bound_to: "" },
        version: null,
      };
}

/** Null if no sender has that name and code; throws the error page if that cannot be read. */
async function findSender(
  signedIn: SignedIn,
  key: SenderKey,
): Promise<Sender | null> {
  const outcome = await signedIn.ask(listSenders, {});
  if (outcome.kind === "failure") throw failurePage(outcome);
  return outcome.kind === "data"
    ? (outcome.answer.senders.find((one) => isOfKey(key, one)) ?? null)
    : null;
}

function facilitiesOf({ facilities }: Organization): SenderView["facilities"] {
  const regions = new Map<string, { id: number; name: string }[]>();
  for (const { facility_id, facility_name, region_name } of facilities) {
    const region = region_name ?? "";
    const own = regions.get(region) ?? [];
    own.push({ id: facility_id, name: facility_name ?? String(facility_id) });
    regions.set(region, own);
  }
  return [...regions]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([region, own]) => ({ region, facilities: own }));
}

export type SenderKey = Pick<Sender, "sender" | "facility">;

export function isOfKey(key: SenderKey, one: SenderKey): boolean {
  return one.sender === key.sender && one.facility === key.facility;
}

export function valuesOf({ version: _, ...stored }: Sender): SenderValues {
  return { ...stored, facility_id: String(stored.facility_id ?? "") };
}
