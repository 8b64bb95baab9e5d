import {
  createContext,
  Suspense,
  useContext,
  useState,
  type MouseEventHandler,
  type ReactNode,
} from "react";
import { useHydrated } from "./hydration";
import { keepFocus } from "./keep-focus";

/**
 * Gives the markup of what a server draws, as it was drawn before for the same `id` and `version`; null where it cannot be drawn
 * by itself. It is drawn outside its page, so that it has none of the page's contexts.
 */
export type DrawnMarkup = (
  id: string,
  version: string,
  children: ReactNode,
  /** Scripts take it over as if it had been drawn where it stands. */
  isTakenOver?: boolean,
) => string | null;

/** Without one, as in browsers, everything is drawn where it stands. */
export const DrawnMarkupContext = createContext<DrawnMarkup | null>(null);

interface Drawn {
  version: string;
  markup: string;
}

/** What this document had when scripts took it over, by id: a part that comes back looks as it did. */
const inDocument = new Map<string, Drawn>();

interface Props {
  id: string;
  version: string;
  as?: "div" | "span" | "tbody";
  role?: string | undefined;
  /** For the links in it, which are plain ones. */
  onClick?: MouseEventHandler<HTMLElement>;
  /** Until the script that draws is there. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * What the server has drawn stays in the document as it is, and the script that draws `children` is not asked for, until
 * `version` changes: then they are drawn anew. Nothing in it may need scripts; links work as they do without. `id` is unique on the
 * page, `version` changes with all that is drawn: a server draws the same once, whoever asks.
 */
export function ServerDrawn({
  id,
  version,
  as: Part = "div",
  fallback,
  children,
  ...attributes
}: Props) {
  const isHydrated = useHydrated();
  const drawnBefore = useContext(DrawnMarkupContext);
  const [known] = useState(() => {
    if (!isHydrated && typeof document !== "undefined") {
      const element = document.getElementById(id);
      if (element) inDocument.set(id, { version, markup: element.innerHTML });
    }
    return inDocument.get(id);
  });
  const [ref] = useState(keepFocus);
  const part = { ...attributes, id, ref };
  // After all hooks: drawing on the server begins another rendering, which leaves none of theirs.
  const markup =
    known?.version === version
      ? known.markup
      : (drawnBefore?.(id, version, children) ?? null);
  // Two keys, so that React never turns the one into the other. The markup is the document's own.
  return markup === null ? (
    <Part key="script" {...part}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Part>
  ) : (
    <Part key="server" {...part} dangerouslySetInnerHTML={{ __html: markup }} />
  );
}

/**
 * What the server draws once for the same `version`, and scripts take over as everything else: its ids must not depend on where it
 * stands (`useId`). `id` tells it from other parts.
 */
export function DrawnOnce({
  id,
  version,
  as: Part = "div",
  children,
  ...attributes
}: Omit<Props, "fallback">) {
  const drawnBefore = useContext(DrawnMarkupContext);
  const markup = drawnBefore?.(id, version, children, true) ?? null;
  return markup === null ? (
    <Part {...attributes}>{children}</Part>
  ) : (
    <Part {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />
  );
}
