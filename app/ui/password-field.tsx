import { type InputHTMLAttributes, useEffect, useRef, useState } from "react";
import { Field, type FieldTexts } from "./field";
import { EyeClosedIcon, EyeIcon } from "./icons";
import { useHydrated } from "~/rendering/hydration";

export type PasswordFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className" | "type">;

/** Submitting hides it again, so that browsers neither keep it as ordinary text nor leave it on the screen. */
export function PasswordField({
  id,
  label,
  hint,
  error,
  ...input
}: PasswordFieldProps) {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const control = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const element = control.current;
    const form = element?.form;
    if (!form) return;
    const hide = () => {
      // Do it at once: the browser reads the form before React renders.
      element.type = "password";
      setShown(false);
    };
    form.addEventListener("submit", hide, { capture: true });
    return () => {
      form.removeEventListener("submit", hide, { capture: true });
    };
  }, []);

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {({ className, ...rest }) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...rest}
            className={`${className} pr-24`}
            ref={control}
            type={shown ? "text" : "password"}
          />
          {hydrated ? (
            <button
              type="button"
              aria-pressed={shown}
              aria-controls={id}
              className="absolute inset-y-1 right-1 flex items-center gap-1 rounded border border-transparent px-2 text-sm text-accent hover:border-control aria-pressed:bg-accent-wash"
              onClick={() => {
                setShown(!shown);
              }}
            >
              {shown ? <EyeIcon /> : <EyeClosedIcon />}
              Show<span className="sr-only"> password</span>
            </button>
          ) : null}
        </div>
      )}
    </Field>
  );
}
