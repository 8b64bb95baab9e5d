import { useId } from "react";
import { latePart } from "~/rendering/late-part";
import { ServerDrawn } from "~/rendering/server-drawn";

/** Drawings decorate states that pages are seldom in; a page that cannot have the script of one does without. */
const LateDrawing = latePart(
  () =>
    import("./drawings").catch((error: unknown) => {
      if (typeof document === "undefined") throw error;
      return { PanelDrawing: () => null };
    }),
  (chunk) => chunk.PanelDrawing,
);

/** The drawing of a panel without data, as it stands in the document, or as large and empty until its script is there. */
export function StateDrawing({ kind }: { kind: "empty" | "fault" }) {
  return (
    <ServerDrawn
      id={useId()}
      version={kind}
      fallback={<svg viewBox="0 0 160 112" width="160" className="drawing" />}
    >
      <LateDrawing kind={kind} />
    </ServerDrawn>
  );
}
