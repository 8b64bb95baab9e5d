import { AlertIcon } from "~/ui/icons";

/** What is wrong with a group of fields, under it; the group names it as its description. */
export function FieldError({
  id,
  error,
}: {
  id: string;
  error: string | null;
}) {
  return error === null ? null : (
    <p
      id={`${id}-error`}
      className="mt-1 flex items-start gap-1 text-sm font-medium text-bad"
    >
      <AlertIcon />
      {error}
    </p>
  );
}
