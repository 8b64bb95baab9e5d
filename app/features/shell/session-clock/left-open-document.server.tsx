import { leftOpenPath } from "~/session-paths";
import { BrandMark } from "~/ui/brand-mark";
import { buttonClass } from "~/ui/button";
import { plainDocument } from "../plain-document.server";
import { clockTime } from "../shell-data.server";

/**
 * Shows nothing of the page and does not count as using the session: a browser that nobody looks at must not keep it
 * alive.
 */
export function leftOpenDocument(
  from: string,
  remainingMs: number,
  now: Date,
): Response {
  const endsAt = clockTime(new Date(now.getTime() + remainingMs));
  return plainDocument({
    title: "Still logged in",
    status: 200,
    leave: {
      href: leftOpenPath(from),
      afterSeconds: Math.ceil(remainingMs / 1000) + 1,
    },
    children: (
      <>
        <BrandMark className="h-16 w-16" />
        <h1 className="text-balance text-2xl font-semibold">
          You are still logged in
        </h1>
        <p>
          A page was left open for a while, so it is now hidden. You will be
          logged out at {endsAt} ET. Open a page to stay logged in.
        </p>
        <a href={from} className={buttonClass("primary")}>
          Back to the page
        </a>
      </>
    ),
  });
}
