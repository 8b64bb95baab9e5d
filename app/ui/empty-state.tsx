import type { ReactNode } from "react";
import { STATE_LOOK, StateDrawing } from "./state-drawing";

export function EmptyState({
  message,
  isBrief = false,
  children,
}: {
  message: string;
  isBrief?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={isBrief ? STATE_LOOK.brief : STATE_LOOK.full}>
      {isBrief ? null : <StateDrawing kind="empty" />}
      <p>{message}</p>
      {children}
    </div>
  );
}
