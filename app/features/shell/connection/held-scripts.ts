import { untilReached } from "./hold";

type Load<Chunk> = () => Promise<Chunk>;

/**
 * Fetches a script when there is a network for it. One that the server does not have any more, as after an update, is no
 * matter of the network: then the page is fetched anew.
 */
export async function heldScript<Chunk>(
  load: Load<Chunk>,
  comesByItself = true,
): Promise<Chunk> {
  return untilReached(
    async () => {
      // Some browsers keep in mind what has failed once: it is not tried where it can only fail.
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

/** Fails where there is no network. */
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

/**
 * Has Remix wait for the scripts of pages, which it would else load the whole page anew for. Remix looks here first, and
 * waits for what it finds.
 */
export function holdRouteModules(): void {
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
