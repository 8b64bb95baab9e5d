import { feedWords } from "../rules/feed-words";
import { SENDER_ROLES } from "../rules/sender-rules";
import { facilityNamer } from "~/session/facility-names.server";
import type { SignedIn } from "~/session/require-user.server";
import { listSenders } from "~server/messages/service";
import { isOfKey, valuesOf } from "./known-senders.server";
import { readId, type OpenedSender } from "./sender-form-values";

const { form: words, roles } = feedWords;

/**
 * The form of a sender that somebody else has changed: as it was typed, but about the newer version, with a line for each field
 * that is stored otherwise. Saving it again is done knowingly. The form as it is where no newer version can be had.
 */
export async function newerThan(
  signedIn: SignedIn,
  opened: OpenedSender,
): Promise<{ form: OpenedSender; lines: string[] }> {
  const { values, version } = opened;
  const [outcome, facilityName] = await Promise.all([
    signedIn.ask(listSenders, {}),
    facilityNamer(signedIn),
  ]);
  const stored =
    outcome.kind === "data" &&
    outcome.answer.senders.find((one) => isOfKey(values, one));
  if (!stored || version === null || stored.version === version) {
    return { form: opened, lines: [] };
  }
  const role = (text: string) => {
    const known = SENDER_ROLES.find((one) => one === text);
    return known ? roles[known] : words.none;
  };
  const place = (text: string) => {
    const id = readId(text);
    return id === null ? words.any : facilityName(id);
  };
  const now = valuesOf(stored);
  const fields = [
    [words.role, role(values.role), role(now.role)],
    [words.place, place(values.facility_id), place(now.facility_id)],
    [words.codes, values.codes, now.codes || words.none],
    [words.boundTo, values.bound_to, now.bound_to || words.none],
  ] as const;
  const lines = fields.flatMap(([label, typed, other]) =>
    typed === other ? [] : [`${label}: ${other}`],
  );
  return {
    form: { values, version: stored.version },
    lines: [...lines, words.saveAgain],
  };
}
