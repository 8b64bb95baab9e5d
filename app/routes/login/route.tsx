import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loginMessages } from "~/features/sign-in/rules/login-messages";
import { pageTitle } from "~/features/shell/page-title";
import stylesheet from "~/tailwind.css";
import type { LoginRefusal } from "~/features/sign-in/login/login-form";
import { LoginScreen } from "~/features/sign-in/login/login-screen";
import { loadLogin, logIn } from "~/features/sign-in/login/login.server";

export { loadLogin as loader, logIn as action };

/**
 * The empty login page holds nothing of anybody, so browsers may keep it. A header names the next pages' sheet,
 * because text browsers would show an element for it as a link.
 */
export const headers: HeadersFunction = ({ actionHeaders }) =>
  actionHeaders.has("Cache-Control")
    ? actionHeaders
    : {
        "Cache-Control": "private, no-cache",
        Link: `<${stylesheet}>; rel=prefetch`,
      };

export const meta: MetaFunction<typeof loadLogin> = ({ matches, data }) => {
  const { emergency, submit } = loginMessages;
  const isEmergency = data?.form === "emergency";
  return [{ title: pageTitle(matches, isEmergency ? emergency : submit) }];
};

export default function LoginRoute() {
  return (
    <LoginScreen
      {...useLoaderData<typeof loadLogin>()}
      answer={useActionData<LoginRefusal>()}
    />
  );
}
