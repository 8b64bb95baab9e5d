import type { ComponentType } from "react";
import { lazyComponent } from "~/rendering/lazy-component";
import type { ShellNotice } from "./client-notices";
import type { NoticeStackProps } from "./notice-stack";
import { useNotices, type NoticeSources } from "./use-notices";

/** Most pages have no notice, so the code that draws one is a script of its own. */
function stackWithId(id: string): ComponentType<NoticeStackProps> {
  return lazyComponent(
    () => import("./notice-stack"),
    (chunk) => chunk.NoticeStack,
    id,
  );
}

const ERRORS = "notices-errors";
const OTHERS = "notices-others";
const ErrorStack = stackWithId(ERRORS);
const OtherStack = stackWithId(OTHERS);

/** Both live regions are there from the start, so that later notices are said (app/styles/notices.css). */
export function NoticeArea(sources: NoticeSources) {
  const { shown, dismiss } = useNotices(sources);
  const errors = shown.filter(isError);
  const others = shown.filter((notice) => !isError(notice));
  return (
    <div id="notices" className="notices">
      <div role="alert">
        {errors.length > 0 ? (
          <ErrorStack id={ERRORS} notices={errors} onDismiss={dismiss} />
        ) : null}
      </div>
      <div aria-live="polite">
        {others.length > 0 ? (
          <OtherStack id={OTHERS} notices={others} onDismiss={dismiss} />
        ) : null}
      </div>
    </div>
  );
}

function isError({ tone }: ShellNotice): boolean {
  return tone === "error";
}
