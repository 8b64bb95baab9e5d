import { isWithoutNetwork, keepWish, untilReached } from "./hold";

interface Sent {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
}

let sent: Sent | null = null;

/** A form is sent: what comes of it belongs beside it. */
export function rememberSent({ target, submitter }: SubmitEvent): void {
  if (!(target instanceof HTMLFormElement)) return;
  sent = { form: target, submitter: submitter ?? null };
}

/** Sends a form again, with what it holds by now. */
export function sendAgain({ form, submitter }: Sent): void {
  const button =
    submitter ??
    [...form.elements].find(
      (one): one is HTMLButtonElement =>
        one instanceof HTMLButtonElement && one.type === "submit",
    );
  button?.click();
}

/**
 * The router's requests, which it makes by their full address and we by the path alone: where there is no network, they
 * wait instead of failing, so that neither the page nor what was typed gives way to an error page.
 */
export function heldFetch(fetch: typeof window.fetch): typeof window.fetch {
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

/** The form that was sent to an address. */
function formAt(address: string): Sent | null {
  if (!sent?.form.isConnected) return null;
  const action = sent.form.getAttribute("action") ?? "";
  const { pathname } = new URL(action, window.location.href);
  return new URL(address).pathname === pathname ? sent : null;
}

/** What may have arrived is not sent anew by itself: the form is there for that, and sending it calls this off. */
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
