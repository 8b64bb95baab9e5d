import {
  createContext,
  Suspense,
  useContext,
  useState,
  type MouseEventHandler,
  type ReactNode,
} from "react";
import { useHydrated } from "./hydration";

/** Renders `children` outside their page, without its contexts; null if they cannot be rendered by themselves. */
export type RenderCache = (
  id: string,
  version: string,
  children: ReactNode,
  isHydrated?: boolean,
) => string | null;

/** Null in browsers, where React renders each part in its place. */
export const RenderCacheContext = createContext<RenderCache | null>(null);

interface KnownMarkup {
  version: string;
  markup: string;
}

/** The markup of this document at hydration, by id: a part that is mounted again takes it from here. */
const inDocument = new Map<string, KnownMarkup>();

interface Props {
  id: string;
  version: string;
  as?: "div" | "span" | "tbody";
  role?: string | undefined;
  /** Follows the links inside, which are plain ones. */
  onClick?: MouseEventHandler<HTMLElement>;
  /** Shown until the script of the children has come. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Server markup that browsers leave alone; nothing inside may need scripts. React renders `children` only when
 * `version` changes, so it must hold the content and the layout. `id` is unique on the page.
 */
export function StaticPart({
  id,
  version,
  as: Part = "div",
  fallback,
  children,
  ...attributes
}: Props) {
  const isHydrated = useHydrated();
  const cache = useContext(RenderCacheContext);
  const [known] = useState(() => {
    if (!isHydrated && typeof document !== "undefined") {
      const element = document.getElementById(id);
      if (element) inDocument.set(id, { version, markup: element.innerHTML });
    }
    return inDocument.get(id);
  });
  const [ref] = useState(keepFocus);
  const part = { ...attributes, id, ref };
  // The cache starts another rendering, which would reset the hooks before it.
  const markup =
    known?.version === version
      ? known.markup
      : (cache?.(id, version, children) ?? null);
  return markup === null ? (
    <Part key="script" {...part}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Part>
  ) : (
    <Part key="server" {...part} dangerouslySetInnerHTML={{ __html: markup }} />
  );
}

/** Markup that the server keeps as for {@link StaticPart} and scripts hydrate. Nothing inside may call `useId`. */
export function HydratedPart({
  id,
  version,
  as: Part = "div",
  children,
  ...attributes
}: Omit<Props, "fallback">) {
  const cache = useContext(RenderCacheContext);
  const markup = cache?.(id, version, children, true) ?? null;
  return markup === null ? (
    <Part {...attributes}>{children}</Part>
  ) : (
    <Part {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />
  );
}

/** A ref that keeps the focus on a link when its part is replaced. The link is found by its path: its query may have changed. */
function keepFocus(): (part: HTMLElement | null) => void {
  let shown: HTMLElement | null;
  let page: string | undefined;
  return (part) => {
    // React clears the ref while the old part is still in the document.
    shown = part ?? shown;
    const links = [...shown!.querySelectorAll("a")];
    if (part) {
      const link = links.find(({ pathname }) => pathname === page);
      link?.focus({ preventScroll: true });
    } else {
      page = links.find((link) => link === document.activeElement)?.pathname;
    }
  };
}
