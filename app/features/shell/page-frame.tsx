import type { ReactNode } from "react";
import { Footer } from "./footer";
import { Header } from "./header";
import { NoticeArea } from "./notice-area";
import { useHeadingFocus } from "./use-heading-focus";
import { useLastUpdated, useNoticeLists, useShellData } from "./shell-data";

const MAIN_ID = "main";

/** What stands around a page: skip link, header, main with its notices, footer. Signed out, only main. */
export function PageFrame({ children }: { children: ReactNode }) {
  const shell = useShellData();
  const lastUpdated = useLastUpdated();
  const lists = useNoticeLists();
  useHeadingFocus();
  const isSignedIn = Boolean(shell?.user);
  return (
    <div className="flex min-h-screen flex-col print:block print:min-h-0">
      {shell?.user ? (
        <>
          <a
            href={`#${MAIN_ID}`}
            className="sr-only z-20 rounded bg-accent text-on-accent focus:not-sr-only focus:absolute focus:px-4 focus:py-2 focus:left-4 focus:top-1"
          >
            Skip to main content
          </a>
          <Header
            siteName={shell.siteName}
            user={shell.user}
            csrfToken={shell.csrfToken}
          />
        </>
      ) : null}
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className={
          isSignedIn
            ? "mx-auto w-full max-w-page flex-1 px-4 py-4 print:py-0"
            : "flex w-full flex-1 flex-col px-4"
        }
      >
        <NoticeArea lists={lists} />
        {children}
      </main>
      {shell?.user ? (
        <Footer dataProvider={shell.dataProvider} lastUpdated={lastUpdated} />
      ) : null}
    </div>
  );
}
