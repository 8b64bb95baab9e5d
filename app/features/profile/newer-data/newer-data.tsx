import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { dataVersionPath } from "~/newer-data-paths";
import { fetchWithin } from "~/ui/fetch-within";
import { PageLink } from "~/ui/page-link";

const TEXTS = {
  text: "There is newer data.",
  link: "Show it",
};

const GIVE_UP_AFTER_MS = 10_000;

/** The version of the data now. "over": there is nothing more to ask; null: it could not be asked. */
function askDataVersion(of: string): Promise<string | null> {
  const address = dataVersionPath(of);
  return fetchWithin(GIVE_UP_AFTER_MS, address, {}, async (response) => {
    if (response.status === 204) return OVER;
    const { version } = (await response.json()) as { version?: unknown };
    return typeof version === "string" ? version : null;
  }).catch(() => null);
}

/** No version is like it. */
const OVER = "";

const ASK_EVERY_MS = 60_000;

interface WatchProps {
  of: string;
  version: string;
}

/** Says that there is newer data than the page shows (R302). Until somebody follows the link nothing changes, and what was typed stays. */
export function NewerData({ of, version }: WatchProps) {
  const isNewer = useIsNewer({ of, version });
  const { pathname, search } = useLocation();
  return (
    <div role="status" className="newer-data">
      {isNewer ? (
        <p>
          {TEXTS.text}{" "}
          <PageLink
            to={pathname + search}
            replace
            preventScrollReset
            className="action-link"
            onClick={() => {
              // The link goes with the notice.
              document.querySelector("main")?.focus({ preventScroll: true });
            }}
          >
            {TEXTS.link}
          </PageLink>
        </p>
      ) : null}
    </div>
  );
}

function useIsNewer({ of, version }: WatchProps): boolean {
  const shown = `${of} ${version}`;
  const [outdated, setOutdated] = useState<string | null>(null);
  useEffect(() => {
    const stop = askAgain(async () => {
      const now = await askDataVersion(of);
      if (now === null || now === version) return false;
      if (now !== OVER) setOutdated(shown);
      return true;
    });
    return stop;
  }, [of, version, shown]);
  return outdated === shown;
}

/** Asks while somebody looks at the page, until there is an answer. */
function askAgain(ask: () => Promise<boolean>): () => void {
  const look = () => {
    if (document.visibilityState === "hidden") return;
    void ask().then((isOver) => {
      if (isOver) stop();
    });
  };
  const timer = setInterval(look, ASK_EVERY_MS);
  document.addEventListener("visibilitychange", look);
  function stop() {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  }
  return stop;
}
