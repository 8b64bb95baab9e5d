import {
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { useHydrated } from "./hydration";

interface ComponentOfPage {
  id: string;
  load: () => Promise<unknown>;
}

const components: ComponentOfPage[] = [];

type Fetching = <Chunk>(fetchChunk: () => Promise<Chunk>) => Promise<Chunk>;

let fetching: Fetching = (fetchChunk) => fetchChunk().catch(reloadPage);

/** Replaces the way scripts are fetched, once the code that waits for a network has loaded. */
export function loadScriptsBy(patiently: Fetching): void {
  fetching = patiently;
}

/** Loads a script that the page needs; the page is reloaded where that fails. */
export function loadScript<Chunk>(
  fetchChunk: () => Promise<Chunk>,
): Promise<Chunk> {
  return fetching(fetchChunk);
}

/**
 * A component with a script of its own, loaded when it is rendered. `id` is that of an element which it renders: where a
 * document has that element, {@link loadLazyComponents} loads the script before hydration. Then it needs no `Suspense`, which
 * React would hydrate last, and throw away if it changed before. A component without `id` must not be hydrated, and needs a
 * `Suspense` around it.
 */
export function lazyComponent<Chunk, Props extends object>(
  fetchChunk: () => Promise<Chunk>,
  componentOf: (chunk: Chunk) => ComponentType<Props>,
  id?: string,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const take = (chunk: Chunk) => (loaded = componentOf(chunk));
  if (id !== undefined) {
    components.push({ id, load: () => fetchChunk().then(take) });
    // The server loads all of them before its first page.
    if (typeof document === "undefined") {
      fetchChunk().then(take, () => undefined);
    }
  }
  const Lazy = lazy(async () => {
    const Component = take(await fetching(fetchChunk));
    return { default: ({ render }: RenderProps<Props>) => render(Component) };
  });
  return function LazyComponent(props: Props) {
    // React would remount the component if this changed after the first render.
    const [Loaded] = useState(() => loaded);
    const isHydrated = useHydrated();
    if (Loaded) return <Loaded {...props} />;
    // The document lacks its element, so the server has rendered nothing here.
    if (id !== undefined && !isHydrated) return null;
    const lazily = <Lazy render={(Component) => <Component {...props} />} />;
    return id === undefined ? (
      lazily
    ) : (
      <Suspense fallback={null}>{lazily}</Suspense>
    );
  };
}

interface RenderProps<Props> {
  render: (Component: ComponentType<Props>) => ReactNode;
}

/** The promise never settles in a browser: the page is being reloaded. */
function reloadPage(error: unknown): Promise<never> {
  if (typeof document === "undefined") throw error;
  window.location.reload();
  return new Promise<never>(() => undefined);
}

/** Loads the scripts of the components in this document, before hydration. Rejects where one fails to load. */
export async function loadLazyComponents(): Promise<void> {
  await Promise.all(
    components
      .filter(({ id }) => document.getElementById(id))
      .map(({ load }) => load()),
  );
}
