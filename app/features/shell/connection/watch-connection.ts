import { loadScriptsBy } from "~/rendering/lazy-component";
import { isWithoutNetwork, keepWish, makeAgain, untilReached } from "./hold";

type Load<Chunk> = () => Promise<Chunk>;

/**
 * Waits for the network. A script that is gone, as after an update, is no matter of the network: then the page is
 * fetched again.
 */
export async function heldScript<Chunk>(
  load: Load<Chunk>,
  comesByItself = true,
): Promise<Chunk> {
  return untilReached(
    async () => {
      // Some browsers remember a failed script, so it is not tried while it can only fail.
      if (!navigator.onLine) await reachServer();
      try {
        return await load();
      } catch (error) {
        await reachServer();
        return loadAnew(load, error).catch(reloadPage);
      }
    },
    { isScript: true, comesByItself },
  );
}

async function reachServer(): Promise<void> {
  await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" });
}

/** Uses another address, since some browsers remember the failure. Most browsers name the address in their error. */
async function loadAnew<Chunk>(
  load: Load<Chunk>,
  error: unknown,
): Promise<Chunk> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
  return address
    ? ((await import(`${address}?again=${Date.now()}`)) as Chunk)
    : load();
}

function reloadPage(): Promise<never> {
  window.location.reload();
  return new Promise<never>(() => undefined);
}

/** Remix would reload the whole page for a missing script; it looks here first, and waits for what it finds. */
function holdRouteModules(): void {
  const modules = window.__remixRouteModules as Record<string, unknown>;
  for (const { id, module } of Object.values(window.__remixManifest.routes)) {
    if (id in modules) continue;
    const settle = (value: unknown) =>
      Object.defineProperty(modules, id, { ...OPEN, writable: true, value });
    let coming: Promise<unknown> | null = null;
    Object.defineProperty(modules, id, {
      ...OPEN,
      get: () =>
        (coming ??= heldScript<unknown>(() => import(module), false).then(
          (found) => {
            settle(found);
            return found;
          },
        )),
      set: settle,
    });
  }
}

const OPEN = { configurable: true, enumerable: true };

interface Sent {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
}

let sent: Sent | null = null;

/** The result of a sent form belongs beside it. */
function rememberSent({ target, submitter }: SubmitEvent): void {
  if (!(target instanceof HTMLFormElement)) return;
  sent = { form: target, submitter: submitter ?? null };
}

function sendAgain({ form, submitter }: Sent): void {
  const button =
    submitter ??
    [...form.elements].find(
      (one): one is HTMLButtonElement =>
        one instanceof HTMLButtonElement && one.type === "submit",
    );
  button?.click();
}

/**
 * Router requests have their full address, ours the path alone. They wait without a network, so that no error page
 * replaces the page and its entries.
 */
function heldFetch(fetch: typeof window.fetch): typeof window.fetch {
  return (input, init) => {
    if (typeof input !== "string" || !isOfRouter(input)) {
      return fetch(input, init);
    }
    const ask = async () => wholeOf(await fetch(input, init));
    const signal = init?.signal ?? undefined;
    if (!init?.method || init.method === "GET") {
      return untilReached(ask, { signal });
    }
    const form = formAt(input);
    return form
      ? sentOnce(ask, form, signal)
      : untilReached(ask, { signal, isQuiet: true, comesByItself: true });
  };
}

function isOfRouter(address: string): boolean {
  return (
    address.startsWith(`${window.location.origin}/`) &&
    new URL(address).searchParams.has("_data")
  );
}

/** Reads the whole body, so that an answer that breaks off fails like one that never came. */
async function wholeOf(response: Response): Promise<Response> {
  const type = response.headers.get("Content-Type") ?? "";
  return /\bapplication\/json\b/.test(type)
    ? new Response(await response.arrayBuffer(), response)
    : response;
}

function formAt(address: string): Sent | null {
  if (!sent?.form.isConnected) return null;
  const action = sent.form.getAttribute("action") ?? "";
  const { pathname } = new URL(action, window.location.href);
  return new URL(address).pathname === pathname ? sent : null;
}

/** A post may have arrived, so it is not sent again by itself; sending the form again calls this off. */
async function sentOnce(
  ask: () => Promise<Response>,
  form: Sent,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    if (signal?.aborted || !isWithoutNetwork(error)) throw error;
    const callOff = keepWish({ form: form.form, again: () => sendAgain(form) });
    return new Promise((_, stop) => {
      signal?.addEventListener("abort", () => {
        callOff();
        stop(new DOMException("called off", "AbortError"));
      });
    });
  }
}

/** Keeps the page and its entries while the connection is lost (decision 30). */
export function watchConnection(): void {
  // Load it now: notices must work without a network.
  import("../notices/notice-stack").catch(() => undefined);
  window.fetch = heldFetch(window.fetch.bind(window));
  holdRouteModules();
  loadScriptsBy(heldScript);
  document.addEventListener("submit", rememberSent, true);
  // What the router does not do itself, the browser would end on its own error page.
  window.addEventListener("click", keepPage);
  window.addEventListener("submit", keepPage);
  window.addEventListener("online", comeByItself);
  document.addEventListener("click", comeAlong, true);
}

function comeByItself(): void {
  makeAgain(({ comesByItself }) => comesByItself === true);
}

/** A click on a link also retries the scripts that the page waits for, since a script is not fetched a second time. */
function comeAlong({ target }: Event): void {
  if (target instanceof Element && target.closest("a[href]")) {
    makeAgain(({ isScript }) => isScript === true);
  }
}

/** Somebody has pressed 'Try again', whatever the browser says of its network. */
let isTriedAgain = false;

function keepPage(event: Event): void {
  if (event.defaultPrevented || navigator.onLine || isTriedAgain) return;
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (target instanceof HTMLFormElement) {
    const { submitter } = event as SubmitEvent;
    const sent = { form: target, submitter: submitter ?? null };
    event.preventDefault();
    hold(target.method === "post" ? target : null, () => sendAgain(sent));
    return;
  }
  const link = target.closest<HTMLAnchorElement>("a[href]");
  if (!link || !leavesPage(link, event as MouseEvent)) return;
  event.preventDefault();
  hold(null, () => link.click());
}

function hold(form: HTMLFormElement | null, act: () => void): void {
  keepWish({
    form,
    again() {
      isTriedAgain = true;
      act();
      isTriedAgain = false;
    },
  });
}

function leavesPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const { href, target } = link;
  const [page] = window.location.href.split("#", 1);
  const isOtherTab = event.ctrlKey || event.metaKey || event.shiftKey;
  return (
    event.type === "click" &&
    !isOtherTab &&
    (target === "" || target === "_self") &&
    href.startsWith("http") &&
    !href.startsWith(`${page}#`)
  );
}
