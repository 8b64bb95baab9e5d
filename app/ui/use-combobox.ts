import { useLayoutEffect, useRef, useState, type RefObject } from "react";

interface State {
  isOpen: boolean;
  text: string;
  /** Id of the option that Enter takes; null while the keys are those of the field. */
  active: string | null;
  /** An arrow that was pressed before there were options: which end it leads to when they come. */
  awaited: 1 | -1 | null;
}

export interface Combobox extends State {
  list: RefObject<HTMLDivElement>;
  hide: () => void;
}

const UNSELECTED = { active: null, awaited: null };

/**
 * Follows ARIA Authoring Practices (list autocomplete with manual selection). The field may be in use already, so the
 * attributes are written onto the same element.
 */
export function useCombobox(field: RefObject<HTMLInputElement>): Combobox {
  const list = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>(() => ({
    isOpen: field.current !== null && field.current === document.activeElement,
    text: field.current?.value ?? "",
    ...UNSELECTED,
  }));
  const { isOpen, active } = state;

  function show(to: string | null = null) {
    const text = field.current?.value ?? "";
    setState({ isOpen: true, text, active: to, awaited: null });
  }
  function hide() {
    const text = field.current?.value ?? "";
    setState({ isOpen: false, text, ...UNSELECTED });
  }

  function change(to: (before: State) => State) {
    setState(to);
  }

  // Runs on every drawing, so that each key finds the options and the state as they are shown.
  useLayoutEffect(() => {
    const input = field.current;
    const popup = list.current?.parentElement;
    if (!input || !popup) return;
    const options = optionsIn(popup);
    describe(input, list.current, isOpen && options.length > 0, active);
    // A page that comes meanwhile leaves the field alone.
    input.toggleAttribute("data-in-use", isOpen);

    const keys = keysOf(input, options, state, { show, hide, change });
    const handlers: Partial<HTMLInputElement> = {
      onfocus: () => show(),
      onclick: () => isOpen || show(),
      oninput: () => show(),
      onblur: () => input === document.activeElement || hide(),
      onkeydown: (event) => press(keys, event),
    };
    Object.assign(input, handlers);
    // The field keeps the focus while the mouse is in the list.
    popup.onmousedown = (event) => event.preventDefault();
  });

  useLayoutEffect(() => {
    if (active === null) return;
    document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  return { ...state, list, hide };
}

function keysOf(
  input: HTMLInputElement,
  options: readonly HTMLElement[],
  { isOpen, active, awaited }: State,
  {
    show,
    hide,
    change,
  }: {
    show: (to?: string | null) => void;
    hide: () => void;
    change: (to: (before: State) => State) => void;
  },
): Keys {
  function step(by: 1 | -1) {
    if (options.length === 0) {
      return change((before) => ({ ...before, awaited: by }));
    }
    const at = options.findIndex(({ id }) => id === active);
    const next = at < 0 && by < 0 ? options.length - 1 : at + by;
    show(options[(next + options.length) % options.length]?.id);
  }
  function release() {
    if (active !== null) change((before) => ({ ...before, active: null }));
    return false;
  }
  if (isOpen && awaited !== null && options.length > 0) step(awaited);

  return {
    ArrowDown: (event) => (event.altKey ? show(active) : step(1)),
    ArrowUp: (event) => (event.altKey ? hide() : step(-1)),
    ArrowLeft: release,
    ArrowRight: release,
    Home: release,
    End: release,
    Enter() {
      const option = options.find(({ id }) => id === active);
      if (!isOpen || !option) return false;
      option.click();
    },
    Escape() {
      if (!isOpen && input.value === "") return false;
      if (!isOpen) input.value = "";
      hide();
    },
    Tab() {
      hide();
      return false;
    },
  };
}

/** What keys do; false leaves them to the browser as well. */
type Keys = Partial<Record<string, (event: KeyboardEvent) => unknown>>;

function press(keys: Keys, event: KeyboardEvent) {
  // A key that composes a letter is for the input method, Enter and arrows too.
  if (event.isComposing || event.keyCode === 229) return;
  const key = keys[event.key];
  if (key && key(event) !== false) event.preventDefault();
}

function optionsIn(popup: HTMLElement): HTMLElement[] {
  return Array.from(popup.querySelectorAll<HTMLElement>("[role=option]"));
}

function describe(
  input: HTMLInputElement,
  list: HTMLElement | null,
  isExpanded: boolean,
  active: string | null,
): void {
  const attributes = {
    role: "combobox",
    autocomplete: "off",
    "aria-autocomplete": "list",
    "aria-controls": list?.id ?? "",
    "aria-expanded": String(isExpanded),
  };
  for (const [name, value] of Object.entries(attributes)) {
    input.setAttribute(name, value);
  }
  if (isExpanded && active !== null) {
    input.setAttribute("aria-activedescendant", active);
  } else {
    input.removeAttribute("aria-activedescendant");
  }
}
