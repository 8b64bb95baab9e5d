import { Link } from "@remix-run/react";
import { FaultDrawing } from "./drawings";

/** A panel whose data did not come: the drawing, the sentence, and a link that asks again. */
export function ErrorState({
  message,
  retryHref,
}: {
  message: string;
  /** URL of the page as it is now. */
  retryHref: string;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-6 text-center">
      <FaultDrawing />
      <p>{message}</p>
      <Link
        to={retryHref}
        preventScrollReset
        className="flex min-h-6 items-center text-accent underline underline-offset-2 touch:min-h-10 print:hidden"
      >
        Try again
      </Link>
    </div>
  );
}
