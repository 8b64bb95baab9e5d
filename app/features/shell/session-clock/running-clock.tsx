import { useLocation, useNavigate } from "@remix-run/react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { TIMEOUT_TEST_PARAMETER } from "~/features/sign-in/rules/session-clock";
import { paths } from "~/paths";
import { SessionClock, type Warning } from "./session-clock";
import type { SessionFacts } from "../shell-data";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface UnsentForm {
  path: string;
  fields: [string, string][];
}

/** Stores entries for the user's next session (decision 16). Rejects if the server cannot be reached. */
export async function keepUnsent(csrfToken: string): Promise<void> {
  const forms = unsentForms();
  if (forms.length === 0) return;
  const body = new FormData();
  body.append("intent", "unsent");
  body.append("csrf", csrfToken);
  for (const form of forms) body.append("unsent", JSON.stringify(form));
  await fetch(paths.session, { method: "POST", body });
}

/** Includes filters that were chosen but not sent. */
export function addressWithFilters(): string {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  for (const form of formsOfPage().filter((one) => !isPost(one))) {
    if (pathOf(form) !== pathname) continue;
    const names = new Set(changedIn(form).map(({ name }) => name));
    for (const name of names) query.delete(name);
    for (const [name, value] of entriesOf(form)) {
      if (names.has(name) && value) query.append(name, value);
    }
  }
  const asked = query.toString();
  return asked ? `${pathname}?${asked}` : pathname;
}

export function unsentForms(): UnsentForm[] {
  return formsOfPage()
    .filter(isPost)
    .flatMap((form) => {
      const isPutBack = form.querySelector("[data-unsent]") !== null;
      if (changedIn(form).length === 0 && !isPutBack) return [];
      return [{ path: pathOf(form), fields: entriesOf(form) }];
    });
}

/** Excludes the search and the frame's dialogs. */
function formsOfPage(): HTMLFormElement[] {
  return [
    ...document.querySelectorAll<HTMLFormElement>("main form:not([role])"),
  ];
}

function isPost(form: HTMLFormElement): boolean {
  return form.getAttribute("method") === "post";
}

function pathOf(form: HTMLFormElement): string {
  const action = form.getAttribute("action") ?? "";
  return new URL(action, window.location.href).pathname;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(isField);
}

function changedIn(form: HTMLFormElement): Field[] {
  return fieldsOf(form).filter(isChanged);
}

function entriesOf(form: HTMLFormElement): [string, string][] {
  const secrets = fieldsOf(form)
    .filter(isSecret)
    .map(({ name }) => name);
  return [...new FormData(form)].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && !secrets.includes(entry[0]),
  );
}

function isField(element: Element): element is Field {
  return (
    (element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement) &&
    element.name !== ""
  );
}

/** A password that its button shows is a text to the browser. */
function isSecret({ type, autocomplete }: Field): boolean {
  return type === "password" || /password/.test(autocomplete);
}

/** Forms leave their fields' values to the browser: one that React holds would look unchanged here, and be lost. */
function isChanged(field: Field): boolean {
  if (field.type === "hidden" || isSecret(field)) return false;
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    const first = options.find((one) => one.defaultSelected) ?? options[0];
    return field.value !== first?.value;
  }
  return isTick(field)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

const TRY_AGAIN_AFTER_MS = 5_000;

/**
 * Loads a new document, so that nothing of the session stays in memory, after storing the entries. `from` is the page
 * to come back to.
 */
async function logOutOfPage(
  csrfToken: string,
  from: string | null,
): Promise<void> {
  await untilReached(() => keepUnsent(csrfToken));
  const body = new URLSearchParams({ csrf: csrfToken });
  if (from !== null) body.set("from", from);
  await untilReached(() =>
    fetch(paths.logout, { method: "POST", body, redirect: "manual" }),
  );
  window.location.assign(paths.login);
}

/** Stores the entries, then loads the page in the browser's new session. */
async function reloadInNewSession(csrfToken: string): Promise<void> {
  await untilReached(() => keepUnsent(csrfToken));
  // Not a reload, which asks whether to send again what a form had sent.
  window.location.replace(window.location.pathname + window.location.search);
}

/** The browser's error page would otherwise replace this page and its entries. */
async function untilReached(ask: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await ask();
      return;
    } catch {
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timer);
          window.removeEventListener("online", go);
          resolve();
        };
        const timer = setTimeout(go, TRY_AGAIN_AFTER_MS);
        window.addEventListener("online", go);
      });
    }
  }
}

const AGAIN_MS = 1_000;

const fetchStayDialog = () => import("./stay-dialog");

/**
 * What makes a dialog is larger than all other scripts that follow a page, and comes after them. It is fetched until it
 * comes: nobody may be logged out without a warning.
 */
const LateStayDialog = lazy(async () => {
  for (;;) {
    const fetched = await fetchStayDialog().catch(() => null);
    if (fetched) return { default: fetched.StayDialog };
    await new Promise((over) => setTimeout(over, AGAIN_MS));
  }
});

const TICK_MS = 1_000;
/** Long after a page's first load, and long before a session that nobody uses ends. */
const DIALOG_AHEAD_MS = 60_000;

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

/** Drops `timemeoutnow` from the address after the session was refreshed. */
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
