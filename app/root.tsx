import {
  json,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { errorPageMessage } from "~/domain/messages";
import { ErrorPage } from "~/features/shell/error-page";
import { errorFactsOf } from "~/features/shell/error-facts";
import { PageFrame } from "~/features/shell/page-frame";
import { titleText } from "~/features/shell/page-title";
import { shellData } from "~/features/shell/shell-data.server";
import { useShellData } from "~/features/shell/shell-data";
import { useNonce } from "~/nonce";
import stylesheet from "~/tailwind.css";

export { shouldRevalidate } from "~/features/profile/should-revalidate";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return json(await shellData(request));
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  if (!error) return [{ title: titleText(data, null, false) }];
  const { status, serverMessage } = errorFactsOf(error);
  const text = errorPageMessage(status, serverMessage);
  return [{ title: titleText(data, text, true) }];
};

/**
 * A script that is blocked on its way, as proxies do, would leave a page laid out for it. Not a script of its own: that
 * might be blocked too.
 */
const WITHOUT_BLOCKED_SCRIPTS = `{
const off = () => document.documentElement.removeAttribute("data-scripts");
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && off(), true);
addEventListener("unhandledrejection", off);
}`;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const offersScripts = useShellData()?.offersScripts !== false;
  return (
    <html lang="en" {...(offersScripts && { "data-scripts": "" })}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        {offersScripts ? (
          <script
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: WITHOUT_BLOCKED_SCRIPTS }}
          />
        ) : null}
      </head>
      <body>
        {children}
        {offersScripts ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
            <LiveReload nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary() {
  const facts = errorFactsOf(useRouteError());
  return (
    <PageFrame>
      <ErrorPage {...facts} />
    </PageFrame>
  );
}
