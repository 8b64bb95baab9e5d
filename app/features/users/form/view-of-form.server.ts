import type { SignedIn } from "~/session/require-user.server";
import { describePhysician, findPhysicians } from "./find-physicians.server";
import type { OpenedUser, ReadUserForm, UserFormView } from "./user-form";

/** A form as it shows again: with everything that was typed but passwords, which are never sent back. */
export async function viewOf(
  signedIn: SignedIn,
  { values, cleared, search }: ReadUserForm,
  opened: OpenedUser | null,
): Promise<UserFormView> {
  const { password, confirmPassword, ...others } = values;
  const isOfPhysician = values.accessLevel === "physician";
  const found = isOfPhysician ? await findPhysicians(signedIn, search) : null;
  return {
    values: { ...others, password: "", confirmPassword: "" },
    arePasswordsGone: password !== "" || confirmPassword !== "",
    cleared,
    chosenPhysician: await describePhysician(signedIn, values.physician, found),
    search,
    found,
    opened,
  };
}
