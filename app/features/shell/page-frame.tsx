import type { ReactNode } from "react";
import { lazyComponent } from "~/rendering/lazy-component";
import { Footer } from "./footer";
import { Header } from "./header";
import { PageArrival } from "./navigation/page-arrival";
import { NoticeArea } from "./notices/notice-area";
import { SessionKeeper } from "./session-clock/session-keeper";
import type { ShellNotice } from "./notices/client-notices";
import { PageNav } from "./navigation/page-nav";
import {
  MAIN_ID,
  useFreshness,
  useNav,
  usePageNotices,
  useShellData,
} from "./shell-data";

const FRESHNESS_ID = "freshness";
const NONE: readonly ShellNotice[] = [];

/** Data are rarely old. Where its script does not come, the footer still says how old they are. */
const FreshnessBar = lazyComponent(
  () =>
    import("./alerts/freshness-bar").catch((error: unknown) => {
      if (document.getElementById(FRESHNESS_ID)) throw error;
      return { FreshnessBar: () => null };
    }),
  (chunk) => chunk.FreshnessBar,
  FRESHNESS_ID,
);

/** Signed out it is only main. `shownText` is the text of an error page, which is not repeated as a notice. */
export function PageFrame({
  shownText,
  children,
}: {
  shownText?: string | undefined;
  children: ReactNode;
}) {
  const shell = useShellData();
  const freshness = useFreshness();
  const nav = useNav();
  const lasting = [...(shell?.standing ?? NONE), ...usePageNotices()];
  const isSignedIn = Boolean(shell?.user);
  return (
    <div className="flex min-h-screen flex-col print:block print:min-h-0">
      {shell?.user ? (
        <>
          <SkipLink />
          <div aria-live="polite">
            {freshness?.bar ? (
              <FreshnessBar
                id={FRESHNESS_ID}
                bar={freshness.bar}
                link={freshness.link}
              />
            ) : null}
          </div>
          <Header {...shell} user={shell.user} placeName={nav?.name ?? null} />
          {nav ? (
            <PageNav
              nav={nav}
              others={
                shell.dataQuality
                  ? [shell.dataQuality, ...shell.places]
                  : shell.places
              }
            />
          ) : null}
        </>
      ) : null}
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className={
          isSignedIn
            ? "mx-auto w-full max-w-page flex-1 px-4 pb-4 pt-1 print:py-0"
            : "flex w-full flex-1 flex-col px-4"
        }
      >
        <NoticeArea
          flash={shell?.notices ?? NONE}
          lasting={lasting.filter(({ text }) => text !== shownText)}
        />
        {children}
        <PageArrival />
      </main>
      {shell?.user ? (
        <Footer
          dataProvider={shell.dataProvider}
          freshness={freshness}
          session={shell.session}
        />
      ) : null}
      {shell?.session && shell.csrfToken ? (
        <SessionKeeper session={shell.session} csrfToken={shell.csrfToken} />
      ) : null}
    </div>
  );
}

function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="sr-only z-20 rounded bg-accent text-on-accent focus:not-sr-only focus:absolute focus:p-4"
    >
      Skip to main content
    </a>
  );
}
