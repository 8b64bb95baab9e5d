import { Button, LinkButton } from "~/ui/button";
import { useHydrated } from "~/ui/hydration";
import { ownHref } from "../profile-links";
import type { ProfileView } from "../profile-view";

/** What stands over the sheet on the screen: the way back, and to the printer. */
export function HuddleTools({ view }: { view: ProfileView }) {
  const isHydrated = useHydrated();
  return (
    <div className="huddle-tools">
      <LinkButton variant="quiet" to={ownHref(view, { view: null })}>
        Back to the profile
      </LinkButton>
      {isHydrated ? (
        <Button type="button" variant="primary" onClick={() => window.print()}>
          Print
        </Button>
      ) : (
        <p className="flex min-h-9 items-center text-sm text-muted touch:min-h-10">
          To print this sheet, use your browser’s Print.
        </p>
      )}
    </div>
  );
}
