import { useLocation } from "@remix-run/react";
import { Button } from "~/ui/button";
import { PageForm } from "~/ui/page-form";
import { FORM, MARK_DONE } from "./form-values";
import { reviewWords as words } from "./rules/words";

/** Says in one step that the action of a review was done today. */
export function MarkDone({
  id,
  version,
  name,
}: {
  id: number;
  version: number;
  name: string;
}) {
  const { pathname, search } = useLocation();
  const label = `${words.markDone}: ${name}`;
  return (
    <PageForm
      method="post"
      action={pathname + search}
      aria-label={label}
      className="mt-2"
    >
      <input type="hidden" name={FORM.task} value={MARK_DONE} />
      <input type="hidden" name={FORM.transfer} value={id} />
      <input type="hidden" name={FORM.version} value={version} />
      <Button aria-label={label}>{words.markDone}</Button>
    </PageForm>
  );
}
