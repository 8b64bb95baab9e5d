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
 * A lazy component. If the document has an element with its `id`, its script loads before hydration. Without `id` it
 * must not be hydrated and needs a `Suspense`, which React hydrates last and drops if it changes before.
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

export async function loadLazyComponents(): Promise<void> {
  await Promise.all(
    components
      .filter(({ id }) => document.getElementById(id))
      .map(({ load }) => load()),
  );
}
