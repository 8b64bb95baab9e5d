import { buttonClass } from "~/ui/button";
import { connectionWords as words } from "./connection-words";

let shown: HTMLElement | null = null;

/**
 * Says that there is no network, with a way to try again: in the form that was not sent, else in the dialog that lies over
 * the page, else among the page's notices. It is no part of what React renders, which may itself wait for a script.
 */
export function showAlert(
  form: HTMLFormElement | null,
  tryAgain: () => void,
): void {
  hideAlert();
  const place =
    form ??
    [...document.querySelectorAll('[role="dialog"]')].pop() ??
    document.getElementById("notices") ??
    document.body;
  const text = document.createElement("p");
  text.textContent = form ? words.notSent : words.stays;
  const button = document.createElement("button");
  button.type = "button";
  button.className = buttonClass("secondary");
  button.textContent = words.tryAgain;
  button.addEventListener("click", tryAgain);
  shown = document.createElement("div");
  shown.setAttribute("role", "alert");
  shown.className =
    "pointer-events-auto my-2 flex flex-wrap items-center justify-between gap-2 rounded border-2 border-bad bg-bad-wash px-3 py-2 text-sm text-ink print:hidden";
  shown.append(text, button);
  place.append(shown);
  shown.scrollIntoView({ block: "nearest" });
}

/** Takes it away; the focus stays near, where it was in it. */
export function hideAlert(): void {
  const place = shown?.contains(document.activeElement)
    ? shown.closest<HTMLElement>('[tabindex="-1"]')
    : null;
  shown?.remove();
  shown = null;
  place?.focus({ preventScroll: true });
}
