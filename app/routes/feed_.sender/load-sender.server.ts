import { getSenders, type Sender } from "~/contract/feed";
import type { Organization } from "~/contract/organization";
import { optionalCall } from "~/data/optional-call.server";
import { pageError } from "~/data/page-error.server";
import { feedWords } from "~/domain/feed/feed-words";
import { requireUserFor } from "~/session/guard-page.server";
import type { SignedIn } from "~/session/require-user.server";
import { readSenderForm, type SenderView } from "./sender-form-values";

/** The form of the sender that the address names, or of a new one with that name and code. */
export async function loadSender(request: Request): Promise<SenderView> {
  const signedIn = await requireUserFor(request, { page: "feed" });
  const { searchParams: search } = new URL(request.url);
  const key = {
    sender: search.get("sender") ?? "",
    facility: search.get("facility") ?? "",
  };
  const [stored, organization] = await Promise.all([
    findSender(signedIn, key),
    signedIn.organization(),
  ]);
  // Not before: it comes back once, and there would be no page to show it on.
  const kept = await signedIn.takeKeptForm();
  const values = stored
    ? {
        ...key,
        role: stored.role,
        facility_id: String(stored.facility_id ?? ""),
        codes: stored.codes,
      }
    : { ...key, role: "", facility_id: "", codes: "" };
  return {
    values: kept ? readSenderForm(kept.form) : values,
    version: stored?.version ?? null,
    facilities: facilitiesOf(organization),
    told: kept?.told ?? null,
  };
}

/** Null where nobody is known by that name and code; throws the error page where that cannot be told. */
async function findSender(
  signedIn: SignedIn,
  key: Pick<Sender, "sender" | "facility">,
): Promise<Sender | null> {
  const outcome = await optionalCall(signedIn, getSenders, () =>
    signedIn.call(getSenders, {}),
  );
  switch (outcome.kind) {
    case "not-offered":
      throw pageError(404, feedWords.missing);
    case "empty":
      return null;
    case "failure":
      throw pageError(outcome.status, outcome.message ?? outcome.error);
    case "data":
      return (
        outcome.answer.data.find(
          ({ sender, facility }) =>
            sender === key.sender && facility === key.facility,
        ) ?? null
      );
  }
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
