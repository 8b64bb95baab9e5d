import { useLoaderData } from "@remix-run/react";
import { initialPasswordWords } from "~/features/users/rules/password-rules";
import { ownPasswordWords } from "~/features/users/rules/own-password-rules";
import { titled } from "~/features/shell/page-title";
import {
  changeByForm,
  loadChangePassword,
} from "~/features/sign-in/change-password/change-password.server";
import { PasswordForm } from "~/features/sign-in/change-password/password-form";

export { links } from "~/reports-and-users-sheet";
export { loadChangePassword as loader, changeByForm as action };
export { headers } from "~/http/action-headers";

export const meta = titled(ownPasswordWords.title);

export default function ChangePasswordRoute() {
  const { username, cancelHref, isOfOrganisation, closed } =
    useLoaderData<typeof loadChangePassword>();
  const open = (
    <>
      {isOfOrganisation ? <p>{ownPasswordWords.ofOrganisation}</p> : null}
      {cancelHref === null ? <p>{initialPasswordWords.change}</p> : null}
      <p className="text-muted">{ownPasswordWords.endsOthers}</p>
      <div className="rounded border border-hairline bg-paper p-4">
        <PasswordForm username={username} cancelHref={cancelHref} />
      </div>
    </>
  );
  return (
    <div className="mx-auto w-full max-w-drawer space-y-4">
      <h1 className="text-2xl font-semibold">{ownPasswordWords.title}</h1>
      {closed === null ? open : <p>{closed}</p>}
    </div>
  );
}
