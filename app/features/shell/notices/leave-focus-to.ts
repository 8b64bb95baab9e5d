import type { MouseEvent } from "react";

/**
 * Moves the focus away from a notice that goes: for the keyboard to the next one's button, else to main. A pointer that
 * has pressed the button wants nothing there any more, and focus would keep the others from leaving.
 */
export function leaveFocusTo(event: MouseEvent<HTMLElement>): void {
  const button = event.currentTarget;
  if (document.activeElement !== button) return;
  const isKeyboard = event.detail === 0;
  const buttons = [
    ...document.querySelectorAll<HTMLElement>("#notices [data-dismiss]"),
  ];
  const at = buttons.indexOf(button);
  const next = isKeyboard ? (buttons[at + 1] ?? buttons[at - 1]) : undefined;
  const main = document.querySelector<HTMLElement>("main");
  (next ?? main)?.focus({ preventScroll: true });
}
