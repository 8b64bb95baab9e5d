/** Key in the browser's session storage, which is the tab's own and goes with it. */
const KEY = "unsent";

/** What was typed longer ago is not offered any more. */
const KEEP_MS = 60 * 60_000;

/** Whose it is, and in which session it was typed. */
export interface Typist {
  mark: string;
  userMark: string;
}

interface KeptField {
  name: string;
  /** Which of the fields of that name. */
  index: number;
  value: string;
  checked?: boolean;
}

interface Kept extends Typist {
  pathname: string;
  at: number;
  forms: { form: string; fields: KeptField[] }[];
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A choice may bring fields with it, and one of those may again. */
const MOST_ROUNDS = 4;

/** Never kept: secrets, what is no entry of the user's, and what a browser does not let scripts fill in. */
const LEFT_OUT = [
  "password",
  "hidden",
  "file",
  "submit",
  "button",
  "reset",
  "image",
];

/**
 * Keeps what the page's forms hold and has not been sent, for its typist's next session in this tab. Forms leave their
 * fields' values to the browser: one that React holds looks unchanged here, and would be lost.
 */
export function keepUnsent(typist: Typist): void {
  const forms = formsOfPage()
    .map((form) => ({ form: nameOf(form), fields: changedFields(form) }))
    .filter(({ fields }) => fields.length > 0);
  if (forms.length === 0) {
    forgetUnsent();
    return;
  }
  const { pathname } = window.location;
  write({ ...typist, pathname, at: Date.now(), forms });
}

export function forgetUnsent(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
}

/**
 * Fills in what the same user had typed on this page when their last session ended; true where that changed anything. What
 * belongs to this session has been sent since, and what belongs to somebody else is deleted at once.
 */
export function bringBackUnsent({ mark, userMark }: Typist): boolean {
  const kept = read();
  if (!kept) return false;
  const isOver = Date.now() - kept.at > KEEP_MS;
  if (kept.mark === mark || kept.userMark !== userMark || isOver) {
    forgetUnsent();
    return false;
  }
  if (kept.pathname !== window.location.pathname) return false;
  forgetUnsent();
  const forms = new Map(formsOfPage().map((form) => [nameOf(form), form]));
  const filled = kept.forms.map(({ form, fields }) => {
    const found = forms.get(form);
    return found ? fillInRounds(found, fields, MOST_ROUNDS) : false;
  });
  return filled.includes(true);
}

/** Forms that somebody fills in; the search is about somewhere else, and the dialogs are not the page's. */
function formsOfPage(): HTMLFormElement[] {
  return [
    ...document.querySelectorAll<HTMLFormElement>("main form:not([role])"),
  ];
}

function nameOf(form: HTMLFormElement): string {
  const action = form.getAttribute("action") ?? "";
  return `${form.id}|${form.getAttribute("aria-label") ?? ""}|${action.split("?", 1)[0]}`;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== "" &&
      !LEFT_OUT.includes(element.type) &&
      // A password that its button shows is a text to the browser.
      !/password/.test(element.autocomplete),
  );
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

function changedFields(form: HTMLFormElement): KeptField[] {
  const seen = new Map<string, number>();
  return fieldsOf(form).flatMap((field) => {
    const index = seen.get(field.name) ?? 0;
    seen.set(field.name, index + 1);
    if (!isChanged(field)) return [];
    const { name, value } = field;
    return isTick(field)
      ? [{ name, index, value, checked: field.checked }]
      : [{ name, index, value }];
  });
}

function isChanged(field: Field): boolean {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) {
    return field.value !== field.defaultValue;
  }
  const options = [...field.options];
  const first = options.find((option) => option.defaultSelected) ?? options[0];
  return field.value !== first?.value;
}

/** Fills in at once what is there, and then what that brings, which React draws a moment later. */
function fillInRounds(
  form: HTMLFormElement,
  kept: readonly KeptField[],
  rounds: number,
): boolean {
  const isFilled = fillIn(form, kept);
  if (isFilled && rounds > 1) {
    setTimeout(() => fillInRounds(form, kept, rounds - 1));
  }
  return isFilled;
}

function fillIn(form: HTMLFormElement, kept: readonly KeptField[]): boolean {
  const fields = fieldsOf(form);
  let isFilled = false;
  for (const { name, index, value, checked } of kept) {
    const field = fields.filter((each) => each.name === name)[index];
    // What was typed since is newer.
    if (!field || isChanged(field)) continue;
    if (isTick(field)) {
      if (field.value !== value || field.checked === checked) continue;
      // Another one of its group took the choice, if that is still there.
      if (field.type === "radio" && !checked) continue;
      // A click, so that what listens to the field learns of it.
      field.click();
    } else {
      if (field.value === value || !canHold(field, value)) continue;
      setValue(field, value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    isFilled = true;
  }
  return isFilled;
}

/** As typing sets it: React watches what a script writes to the element itself, and would not hear of a change. */
function setValue(field: Field, value: string): void {
  const { set } =
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ??
    {};
  if (set) set.call(field, value);
  else field.value = value;
}

/** A list may have lost the choice meanwhile; it would be left without any. */
function canHold(field: Field, value: string): boolean {
  return (
    !(field instanceof HTMLSelectElement) ||
    [...field.options].some((option) => option.value === value)
  );
}

function read(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept;
    return isList(kept?.forms) &&
      kept.forms.every(({ fields }) => isList(fields))
      ? kept
      : null;
  } catch {
    return null;
  }
}

function isList(list: unknown): list is object[] {
  return (
    Array.isArray(list) &&
    list.every((each) => typeof each === "object" && each !== null)
  );
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Locked down or full: then it is lost, as without scripts.
    return;
  }
}
