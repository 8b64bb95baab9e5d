import { hideAlert, showAlert } from "./connection-alert";

/** What the user has asked for, and a network is missing for. */
export interface Wish {
  /** The form that asks for it, where one posts. */
  form: HTMLFormElement | null;
  again: () => void;
  /** Nobody waits for it, so no alert is shown for it. */
  isQuiet?: boolean;
  /** It is retried by itself as soon as the network is back. */
  comesByItself?: boolean;
  /** A script of the page. */
  isScript?: boolean;
}

const wishes = new Set<Wish>();

/** Keeps a wish until it is made again or called off; returns what calls it off. */
export function keepWish(wish: Wish): () => void {
  wishes.add(wish);
  show();
  return () => {
    if (wishes.delete(wish)) show();
  };
}

/** Makes again what waits, or what of it comes by itself. */
export function makeAgain(isWanted: (wish: Wish) => boolean = () => true) {
  const wanted = [...wishes].filter(isWanted);
  for (const wish of wanted) wishes.delete(wish);
  show();
  for (const { again } of wanted) again();
}

function show(): void {
  const told = [...wishes].filter(({ isQuiet }) => !isQuiet);
  // For useNavigationNow (app/ui/navigation.ts).
  document.documentElement.toggleAttribute("data-held", told.length > 0);
  dispatchEvent(new Event("held"));
  const newest = told.pop();
  if (newest) showAlert(newest.form, () => makeAgain((one) => !one.isQuiet));
  else hideAlert();
}

/** True for the failure of a request that never reached the server, or whose answer broke off. */
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
