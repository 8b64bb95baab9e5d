import { useHydrated } from "~/rendering/hydration";
import type { SessionFacts } from "./session-facts";

/** Without scripts nothing asks whether the user is still there, so that the page says when it will leave. */
export function SessionEndLine({ leavesAtText }: SessionFacts) {
  return useHydrated() ? null : (
    <p className="scripted:hidden print:hidden">
      {`You will be logged out at ${leavesAtText} ET.`}
    </p>
  );
}
