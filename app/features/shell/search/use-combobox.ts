import { useLayoutEffect, useState, type RefObject } from "react";
import { searchText } from "~/domain/search/search";

interface Combobox {
  isOpen: boolean;
  /** What the field holds. */
  text: string;
  /** Id of the option that Enter opens; null while the keys are those of the field. */
  active: string | null;
  /** An arrow that was pressed before there were options: which end it leads to when they come. */
  awaited: 1 | -1 | null;
}

const UNSELECTED = { active: null, awaited: null };

type Keys = Partial<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Makes a field that is already in use an editable combobox with a list to select from by hand (ARIA Authoring Practices,
 * list autocomplete with manual selection). The field stays the element that it is, with its focus and its text, so what
 * it becomes is written onto it here. `list` holds the options, which are links.
 */
export function useCombobox(
  field: RefObject<HTMLInputElement>,
  list: RefObject<HTMLElement>,
): Combobox & { hide: () => void } {
  const [state, setState] = useState<Combobox>(() => ({
    isOpen: field.current === document.activeElement,
    text: field.current?.value ?? "",
    ...UNSELECTED,
  }));
  const { isOpen, active, awaited } = state;

  function hide() {
    setState((before) => ({ ...before, isOpen: false, ...UNSELECTED }));
  }

  // On every drawing, so that each key finds the options and the state as they are shown.
  useLayoutEffect(() => {
    const input = field.current;
    const popup = list.current?.parentElement;
    if (!input || !popup) return;
    const options = optionsIn(list.current);
    describe(input, list.current, isOpen && options.length > 0, active);
    // A page that comes meanwhile leaves the field alone.
    input.toggleAttribute("data-in-use", isOpen);

    function show(to: string | null = null) {
      const text = input?.value ?? "";
      setState({ isOpen: true, text, active: to, awaited: null });
    }
    function release() {
      if (active !== null) setState((before) => ({ ...before, active: null }));
    }
    function submit() {
      // What is copied from a spreadsheet ends with a tab, which no address may hold.
      if (input) input.value = searchText(input.value);
      hide();
    }
    function step(event: KeyboardEvent, by: 1 | -1) {
      event.preventDefault();
      if (event.altKey) return by > 0 ? show(active) : hide();
      if (options.length === 0) {
        return setState((before) => ({ ...before, awaited: by }));
      }
      const at = options.findIndex(({ id }) => id === active);
      const next = at < 0 && by < 0 ? options.length - 1 : at + by;
      show(options[(next + options.length) % options.length]?.id ?? null);
    }

    if (isOpen && awaited !== null && options.length > 0) {
      show(options[awaited > 0 ? 0 : options.length - 1]?.id ?? null);
    }

    const keys: Keys = {
      ArrowDown: (event) => step(event, 1),
      ArrowUp: (event) => step(event, -1),
      ArrowLeft: release,
      ArrowRight: release,
      Home: release,
      End: release,
      Enter(event) {
        const option = options.find(({ id }) => id === active);
        if (!isOpen || !option) return;
        event.preventDefault();
        option.click();
      },
      Escape(event) {
        if (!isOpen && input.value === "") return;
        // The browser's own Escape would clear the field at once.
        event.preventDefault();
        if (isOpen) return hide();
        input.value = "";
        setState({ isOpen: false, text: "", ...UNSELECTED });
      },
      Tab: hide,
    };
    return listen(
      [input, "focus", () => show()],
      [input, "click", () => isOpen || show()],
      [input, "input", () => show()],
      [input, "blur", () => input === document.activeElement || hide()],
      [input.form, "submit", submit],
      [input, "keydown", (event) => press(keys, event as KeyboardEvent)],
      // The field keeps the focus while the mouse is in the list.
      [popup, "mousedown", (event) => event.preventDefault()],
    );
  });

  useLayoutEffect(() => {
    optionsIn(list.current)
      .find(({ id }) => id === active)
      ?.scrollIntoView({ block: "nearest" });
  }, [list, active]);

  return { ...state, hide };
}

function optionsIn(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>("[role=option]") ?? []);
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

function press(keys: Keys, event: KeyboardEvent): void {
  // A key that composes a letter is for the input method, Enter and arrows too.
  if (!event.isComposing && event.keyCode !== 229) keys[event.key]?.(event);
}

type Listener = [
  target: EventTarget | null,
  type: string,
  listener: (event: Event) => void,
];

function listen(...listeners: Listener[]): () => void {
  for (const [target, type, on] of listeners) {
    target?.addEventListener(type, on);
  }
  return () => {
    for (const [target, type, on] of listeners) {
      target?.removeEventListener(type, on);
    }
  };
}
