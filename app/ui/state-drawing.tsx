import { useId } from "react";
import { lazyComponent } from "~/rendering/lazy-component";
import { StaticPart } from "~/rendering/static-part";

/** Drawings decorate states that pages are seldom in; a page that cannot have the script of one does without. */
const LateDrawing = lazyComponent(
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
    <StaticPart
      id={useId()}
      version={kind}
      fallback={<svg viewBox="0 0 160 112" width="160" className="drawing" />}
    >
      <LateDrawing kind={kind} />
    </StaticPart>
  );
}
