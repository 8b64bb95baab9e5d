import type {
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import {
  Links,
  LiveReload,
  Meta,
  Outlet,
  useRouteError,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import type { ReactNode } from "react";
import {
  beforeScripts,
  WITHOUT_BLOCKED_SCRIPTS,
} from "~/rendering/blocked-scripts.server";
import { LOGIN_SHEET } from "~/login-sheet.server";
import { errorPageMessage } from "~/domain/messages";
import { shouldRevalidate as shouldRevalidatePage } from "~/features/profile/should-revalidate";
import { shouldReloadFrame } from "~/features/shell/reload-frame";
import { LeaveByItself, PageScripts } from "~/features/shell/page-scripts";
import { errorFactsOf, useShellData } from "~/features/shell/shell-data";
import { PageFrame } from "~/features/shell/page-frame";
import { titleText } from "~/features/shell/page-title";
import { shellData } from "~/features/shell/shell-data.server";
import { ERROR_PAGE_ID } from "~/error-page-id";
import { useNonce } from "~/nonce";
import stylesheet from "~/tailwind.css";
import { lazyComponent } from "~/rendering/lazy-component";
import { loadWithoutScripts } from "~/rendering/scripts-run";
import { ErrorGuard, usePageRendered } from "~/rendering/hydration-guard";
import { useHydrated } from "~/rendering/hydration";

export const shouldRevalidate: ShouldRevalidateFunction = (step) =>
  shouldReloadFrame(step, shouldRevalidatePage(step));

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return shellData(request);
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  if (!error) return [{ title: titleText(data, null, false) }];
  const { status, serverMessage } = errorFactsOf(error);
  const text = errorPageMessage(status, serverMessage);
  return [{ title: titleText(data, text, true) }];
};

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const shell = useShellData();
  const offersScripts = shell?.offersScripts !== false;
  const leave = <LeaveByItself session={shell?.session} />;
  const hydrated = useHydrated();
  const hasOwnSheet = shell?.hasOwnSheet;
  return (
    <html
      lang="en"
      {...(shell?.session && {
        "data-leave-in": shell.session.leavesInMs,
        "data-leave-to": shell.session.leftOpenHref,
      })}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {hasOwnSheet ? (
          <style
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: LOGIN_SHEET ?? "" }}
          />
        ) : null}
        {
          // The page after login needs the whole sheet.
          hasOwnSheet && !hydrated ? null : <Links />
        }
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {offersScripts ? (
          <>
            <noscript>{leave}</noscript>
            <BlockedScripts nonce={nonce} />
          </>
        ) : (
          leave
        )}
      </head>
      <body>
        {children}
        {offersScripts ? (
          <>
            <PageScripts nonce={nonce} before={beforeScripts} />
            <LiveReload nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

/** Browsers need it only in the document: it has run before hydration. */
function BlockedScripts({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: WITHOUT_BLOCKED_SCRIPTS ?? "" }}
    />
  );
}

export default function App() {
  usePageRendered("page");
  return (
    <ErrorGuard part="page" onError={loadWithoutScripts}>
      <PageFrame>
        <ErrorGuard part="page" onError={loadWithoutScripts}>
          <Outlet />
        </ErrorGuard>
      </PageFrame>
    </ErrorGuard>
  );
}

const ErrorPage = lazyComponent(
  () => import("~/features/shell/error-page"),
  (chunk) => chunk.ErrorPage,
  ERROR_PAGE_ID,
);

export function ErrorBoundary() {
  const error = useRouteError();
  const facts = errorFactsOf(error);
  usePageRendered("error-page", error);
  return (
    <PageFrame shownText={facts.serverMessage}>
      <ErrorPage id={ERROR_PAGE_ID} {...facts} />
    </PageFrame>
  );
}
