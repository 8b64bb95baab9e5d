import { useLocation, useNavigate } from "@remix-run/react";
import { Suspense, useEffect, useRef, useState } from "react";
import { TIMEOUT_TEST_PARAMETER } from "~/features/sign-in/rules/session-clock";
import { paths } from "~/paths";
import { fetchStayDialog, LateStayDialog } from "./late-stay-dialog";
import { SessionClock, type Warning } from "./session-clock";
import type { SessionFacts } from "./session-facts";
import { logOutOfPage, reloadInNewSession } from "./leave-page";
import { addressWithFilters } from "./unsent-forms";

const TICK_MS = 1_000;
/** Long after a page's first load, and long before a session that nobody uses ends. */
const DIALOG_AHEAD_MS = 60_000;

/** The session's clock at work (R139), and what it asks the user. */
export function RunningClock({
  session,
  csrfToken,
}: {
  session: SessionFacts;
  csrfToken: string;
}) {
  const [warning, setWarning] = useState<Warning | null>(null);
  const clock = useRef<SessionClock | null>(null);
  const newest = useNewest({ session, leaveTest: useLeaveTest() });
  const { mark } = session;

  useEffect(() => {
    const running = new SessionClock({
      session: newest.current.session,
      csrfToken,
      isTimeoutTest,
      onWarning: setWarning,
      onStayed: () => newest.current.leaveTest(),
      leave(isFollowing) {
        const from = isFollowing ? null : addressWithFilters();
        void logOutOfPage(csrfToken, from);
      },
      reload: () => void reloadInNewSession(csrfToken),
      cover,
    });
    clock.current = running;
    const stop = listen(running);
    document.documentElement.dataset.clock = "running";
    return () => {
      stop();
      running.stop();
      clock.current = null;
      delete document.documentElement.dataset.clock;
    };
  }, [mark, csrfToken, newest]);

  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) clock.current?.restart(session.remainingMs);
    isFirst.current = false;
  }, [session]);

  useEffect(() => {
    const timer = setTimeout(() => {
      fetchStayDialog().catch(() => undefined);
    }, DIALOG_AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);

  return warning ? (
    <Suspense fallback={null}>
      <LateStayDialog
        warning={warning}
        onStay={() => void clock.current?.stay()}
      />
    </Suspense>
  ) : null;
}

function listen(clock: SessionClock): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const onCapture = { signal, capture: true, passive: true };
  const press = () => clock.press();
  const pressKey = () => clock.pressKey();
  const tick = () => clock.tick();
  const submit = ({ target }: Event) => {
    const isLogout =
      target instanceof HTMLFormElement &&
      target.getAttribute("action") === paths.logout;
    if (isLogout) clock.end();
  };
  document.addEventListener("mousedown", press, onCapture);
  document.addEventListener("touchstart", press, onCapture);
  document.addEventListener("keydown", pressKey, onCapture);
  document.addEventListener("submit", submit, { signal, capture: true });
  // A machine that wakes up, or a tab that is looked at again, has had no ticks.
  document.addEventListener("visibilitychange", tick, { signal });
  const show = ({ persisted }: PageTransitionEvent) =>
    persisted && clock.wake();
  window.addEventListener("pageshow", show, { signal });
  window.addEventListener("storage", tick, { signal });
  const timer = setInterval(tick, TICK_MS);
  return () => {
    controller.abort();
    clearInterval(timer);
  };
}

/** Out of sight, where it stands: a page that is shown again is scrolled as it was. */
function cover(isCovered: boolean): void {
  document.body.style.visibility = isCovered ? "hidden" : "";
}

function isTimeoutTest(): boolean {
  return new URLSearchParams(window.location.search).has(
    TIMEOUT_TEST_PARAMETER,
  );
}

/** Takes `timemeoutnow` out of the address once the session was refreshed. */
function useLeaveTest(): () => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return () => {
    const parameters = new URLSearchParams(search);
    if (!parameters.has(TIMEOUT_TEST_PARAMETER)) return;
    parameters.delete(TIMEOUT_TEST_PARAMETER);
    navigate(
      { pathname, search: parameters.toString(), hash },
      { replace: true, preventScrollReset: true },
    );
  };
}

function useNewest<T>(value: T): { readonly current: T } {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  return newest;
}
