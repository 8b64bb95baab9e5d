import { AlertIcon } from "./icons";

export function FieldError({
  id,
  error,
}: {
  id: string;
  error: string | null | undefined;
}) {
  return error ? (
    <p
      id={`${id}-error`}
      className="mt-1 flex items-start gap-1 text-sm font-medium text-bad"
    >
      <AlertIcon />
      {error}
    </p>
  ) : null;
}
