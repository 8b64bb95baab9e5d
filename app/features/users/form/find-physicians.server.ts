import { searchPhysicians } from "~/contract/physicians";
import { failureWords } from "~/data/call-failure.server";
import {
  physicianChoices,
  physicianSearchText,
  unnamedPhysician,
  type PhysicianChoice,
} from "../rules/form-physicians";
import type { SignedIn } from "~/session/require-user.server";
import type { PhysicianSearch } from "./user-form";

/** The physicians of a search by name or NPI; null where nothing was typed. A host that fails is told in words. */
export async function findPhysicians(
  { call }: SignedIn,
  typed: string,
): Promise<PhysicianSearch | null> {
  const text = physicianSearchText(typed);
  if (text === "") return null;
  const outcome = await call(searchPhysicians, { query: { s: text } });
  switch (outcome.kind) {
    case "data": {
      const physicians = physicianChoices(outcome.answer.data);
      return { state: "found", text, physicians };
    }
    case "empty":
      return { state: "found", text, physicians: [] };
    case "failure":
      return { state: "error", text, message: failureWords(outcome) };
  }
}

/** A chosen physician with their name, which may have to be asked for; with their number alone where that fails. */
export async function describePhysician(
  signedIn: SignedIn,
  npi: number | null,
  found: PhysicianSearch | null,
): Promise<PhysicianChoice | null> {
  if (npi === null) return null;
  const isThem = (physician: PhysicianChoice) => physician.npi === npi;
  const listed =
    found?.state === "found" ? found.physicians.find(isThem) : null;
  if (listed) return listed;
  const asked = await findPhysicians(signedIn, String(npi));
  const named = asked?.state === "found" ? asked.physicians.find(isThem) : null;
  return named ?? unnamedPhysician(npi);
}
