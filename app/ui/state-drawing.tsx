import { useId } from "react";
import { lazyComponent } from "~/rendering/lazy-component";
import { StaticPart } from "~/rendering/static-part";

/** How a panel without data is set: in the middle under a drawing, or as a line of text. */
export const STATE_LOOK = {
  full: "flex flex-col items-center gap-2 px-4 py-6 text-center",
  brief: "flex flex-wrap items-baseline gap-x-4 gap-y-1",
} as const;

/** Drawings decorate states that pages are seldom in; a page that cannot have the script of one does without. */
const LateDrawing = lazyComponent(
  () =>
    import("./drawings").catch((error: unknown) => {
      if (typeof document === "undefined") throw error;
      return { PanelDrawing: () => null };
    }),
  (chunk) => chunk.PanelDrawing,
);

/** Large and empty until its script is there. */
export function StateDrawing({ kind }: { kind: "empty" | "fault" }) {
  return (
    <StaticPart
      id={useId()}
      version={kind}
      fallback={<svg viewBox="0 0 160 112" width="160" className="drawing" />}
    >
      <LateDrawing kind={kind} />
    </StaticPart>
  );
}
