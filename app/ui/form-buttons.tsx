import { Button, type ButtonProps } from "./button";
import { useHydrated } from "~/rendering/hydration";
import { updateButton } from "./update-only";

/**
 * Enter presses a form's first button, which would only update it without scripts. Text browsers do not tie a button
 * in a dialog's footer to its form either.
 */
export function EnterButton({ children }: { children: string }) {
  return useHydrated() ? null : (
    <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
      {children}
    </button>
  );
}

/** Asks the server for the form with its other fields; scripts do that by themselves. */
export function UpdateButton({
  href,
  words,
  hint,
  hintId,
  ...look
}: {
  href: string;
  words: string;
  hint: string;
  hintId: string;
} & Pick<ButtonProps, "className">) {
  return useHydrated() ? null : (
    <div className="scripted:hidden">
      <Button
        {...updateButton(href, words)}
        aria-describedby={hintId}
        {...look}
      />
      <p id={hintId} className="mt-1 text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
