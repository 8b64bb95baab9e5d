import type { ReactNode } from "react";
import { EmptyDrawing } from "./drawings";

/** Nothing was found: one sentence, and the way out as `children` (a link that clears the filters, say). */
export function EmptyState({
  message,
  children,
}: {
  message: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-6 text-center">
      <EmptyDrawing />
      <p>{message}</p>
      {children}
    </div>
  );
}
