import * as Dialog from "@radix-ui/react-dialog";
import { useNavigate, useNavigation } from "@remix-run/react";
import {
  createContext,
  useContext,
  useRef,
  useState,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
} from "react";
import { LinkButton, type LinkButtonProps } from "./button";
import { useHydrated } from "~/rendering/hydration";

export type SheetKind = "drawer" | "modal" | "full";

export interface SheetProps {
  id: string;
  kind: SheetKind;
  title: string;
  closeHref: string;
  /** Id of what opens it, for a page that was loaded with it open; else focus goes back to where it came from. */
  returnFocusTo?: string;
  /** Actions, at the bottom right, the safe one first; a link with the word `close` when left out. */
  footer?: ReactNode;
  close?: string;
  children: ReactNode;
}

const CloseHref = createContext("");

/** Classes are written whole, because the style sheet is made from the source. */
const LOOK: Record<SheetKind, string> = {
  drawer: "sheet sheet-drawer",
  modal: "sheet sheet-modal",
  full: "sheet sheet-full",
};

/**
 * The URL says that it is open, so the server renders it where it stands in the page; scripts make the same content a
 * dialog. The style sheet puts it there at once if scripts are on their way, so that nothing jumps. No ancestor may
 * have a transform.
 */
export function Sheet(props: SheetProps) {
  const { kind, closeHref, returnFocusTo } = props;
  const isHydrated = useHydrated();
  // A page that was sent with its panel shows it at once; what scripts open may fade in.
  const [isOpenedByScript] = useState(isHydrated);
  const back =
    isHydrated || !returnFocusTo ? closeHref : `${closeHref}#${returnFocusTo}`;
  const look = LOOK[kind];
  return (
    <CloseHref.Provider value={back}>
      {isHydrated ? (
        <DialogSheet
          {...props}
          className={isOpenedByScript ? `${look} opens` : look}
        />
      ) : (
        <SectionSheet {...props} className={look} />
      )}
    </CloseHref.Provider>
  );
}

type Variant = SheetProps & { className: string };

function SectionSheet({ id, title, children, className, ...of }: Variant) {
  return (
    <>
      <div className="sheet-scrim" />
      <div
        // ELinks does not find the anchor on a section: it says so, and stays at the top of the page.
        role="region"
        id={id}
        // The page around it may have a section of the same title.
        aria-label={`${title} open`}
        className={className}
      >
        <h2 className="sheet-title">{title}</h2>
        <Content {...of}>{children}</Content>
      </div>
    </>
  );
}

function DialogSheet({
  id,
  title,
  closeHref,
  returnFocusTo,
  children,
  className,
  ...of
}: Variant) {
  const navigate = useNavigate();
  const isLeaving = useIsGoingTo(closeHref);
  const heading = useRef<HTMLHeadingElement>(null);
  const [openedFrom] = useState(idOfFocused);
  const hasEntries = useRef(false);
  return (
    <Dialog.Root
      open={!isLeaving}
      onOpenChange={(isOpen) => {
        // A slip of the hand must not lose typed entries: only the panel's own buttons close a form that saves them.
        if (!isOpen && !hasEntries.current) {
          navigate(closeHref, { preventScrollReset: true, replace: true });
        }
      }}
    >
      {/* Live regions are not hidden behind a dialog. With nothing to read before it, Orca is in it when the focus comes, and says nothing. */}
      <p aria-live="off" className="sr-only">
        Over the page
      </p>
      <Dialog.Overlay className="sheet-scrim" />
      <Dialog.Content
        id={id}
        className={className}
        aria-describedby={undefined}
        onFocus={scrollToFocus}
        onChange={({ target }: FormEvent) => {
          const { form } = target as HTMLInputElement;
          hasEntries.current ||= form?.method === "post";
        }}
        onEscapeKeyDown={leaveToField}
        onOpenAutoFocus={(event) => {
          // Its title: arrow keys scroll from there, and with the focus on a dialog Orca reads all of it in one breath.
          event.preventDefault();
          heading.current?.focus({ preventScroll: true });
        }}
        onCloseAutoFocus={(event) => {
          const opener = findById(openedFrom) ?? findById(returnFocusTo);
          if (!opener) return;
          event.preventDefault();
          opener.focus();
        }}
      >
        <Dialog.Title ref={heading} tabIndex={-1} className="sheet-title">
          {title}
        </Dialog.Title>
        <Content {...of}>{children}</Content>
      </Dialog.Content>
    </Dialog.Root>
  );
}

/** The trap of a dialog moves the focus without scrolling to it. */
function scrollToFocus({ target, currentTarget }: FocusEvent): void {
  if (target !== currentTarget) target.scrollIntoView({ block: "nearest" });
}

/** Escape first closes what a field in the panel has opened, by the field itself. */
function leaveToField(event: Event): void {
  const isInUse = document.activeElement?.hasAttribute("data-in-use");
  if (isInUse) event.preventDefault();
}

/** What holds the page has the focus where a navigation ends: it is no control that opened anything. */
function idOfFocused(): string | undefined {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.tabIndex >= 0
    ? focused.id
    : undefined;
}

function findById(id: string | undefined): HTMLElement | null {
  return id ? document.getElementById(id) : null;
}

/** True while scripts load that address; the panel is gone at once, and back if another one is asked for meanwhile. */
function useIsGoingTo(href: string): boolean {
  const { location } = useNavigation();
  return !!location && `${location.pathname}${location.search}` === href;
}

function Content({
  footer,
  close = "Close",
  children,
}: Pick<SheetProps, "footer" | "close" | "children">) {
  return (
    <>
      <div className="min-w-0">{children}</div>
      <div className="sheet-actions">
        {footer ?? <SheetClose>{close}</SheetClose>}
      </div>
    </>
  );
}

export function SheetClose({
  children,
  variant = "secondary",
}: {
  children: ReactNode;
  variant?: LinkButtonProps["variant"];
}) {
  return (
    <LinkButton
      to={useContext(CloseHref)}
      variant={variant}
      preventScrollReset
      replace
    >
      {children}
    </LinkButton>
  );
}
