import { buttonClass } from "~/ui/button";

const words = {
  notSent: "Not sent: no connection.",
  stays: "No connection. This page stays as it was.",
  tryAgain: "Try again",
} as const;

let shown: HTMLElement | null = null;

/**
 * Shows 'Try again' in the unsent form, else in the open dialog, else among the notices. It is outside React, which
 * may itself wait for a script.
 */
function showAlert(form: HTMLFormElement | null, tryAgain: () => void): void {
  hideAlert();
  const place =
    form ??
    [...document.querySelectorAll('[role="dialog"]')].pop() ??
    document.getElementById("notices") ??
    document.body;
  const text = document.createElement("p");
  text.textContent = form ? words.notSent : words.stays;
  const button = document.createElement("button");
  button.type = "button";
  button.className = buttonClass("secondary");
  button.textContent = words.tryAgain;
  button.addEventListener("click", tryAgain);
  shown = document.createElement("div");
  shown.setAttribute("role", "alert");
  shown.className =
    "pointer-events-auto my-2 flex flex-wrap items-center justify-between gap-2 rounded border-2 border-bad bg-bad-wash px-3 py-2 text-sm text-ink print:hidden";
  shown.append(text, button);
  place.append(shown);
  shown.scrollIntoView({ block: "nearest" });
}

/** Keeps the focus near if it was in the alert. */
function hideAlert(): void {
  const place = shown?.contains(document.activeElement)
    ? shown.closest<HTMLElement>('[tabindex="-1"]')
    : null;
  shown?.remove();
  shown = null;
  place?.focus({ preventScroll: true });
}

export interface Wish {
  form: HTMLFormElement | null;
  again: () => void;
  /** Nobody waits for it, so no alert is shown for it. */
  isQuiet?: boolean;
  /** It is retried by itself as soon as the network is back. */
  comesByItself?: boolean;
  isScript?: boolean;
}

const wishes = new Set<Wish>();

export function keepWish(wish: Wish): () => void {
  wishes.add(wish);
  show();
  return () => {
    if (wishes.delete(wish)) show();
  };
}

export function makeAgain(isWanted: (wish: Wish) => boolean = () => true) {
  const wanted = [...wishes].filter(isWanted);
  for (const wish of wanted) wishes.delete(wish);
  show();
  for (const { again } of wanted) again();
}

function show(): void {
  const shown = [...wishes].filter(({ isQuiet }) => !isQuiet);
  // For useNavigationNow (app/ui/navigation.ts).
  document.documentElement.toggleAttribute("data-held", shown.length > 0);
  dispatchEvent(new Event("held"));
  const newest = shown.pop();
  if (newest) showAlert(newest.form, () => makeAgain((one) => !one.isQuiet));
  else hideAlert();
}

/** True if a request never reached the server, or its answer broke off. */
export function isWithoutNetwork(error: unknown): boolean {
  return error instanceof TypeError;
}

/** What an attempt comes to, made again until there is a network for it. */
export async function untilReached<Result>(
  attempt: () => Promise<Result>,
  {
    signal,
    ...kind
  }: { signal?: AbortSignal } & Omit<Wish, "form" | "again"> = {},
): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted || !isWithoutNetwork(error)) throw error;
      await new Promise<void>((again, stop) => {
        const callOff = keepWish({ form: null, again, ...kind });
        const abort = () => {
          callOff();
          stop(new DOMException("called off", "AbortError"));
        };
        signal?.addEventListener("abort", abort, { once: true });
      });
    }
  }
}
