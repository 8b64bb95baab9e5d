import { paths } from "~/paths";
import type { Notice, SessionRecord } from "./session-record.server";
import { sessionStore } from "./session-storage.server";

/** A page shows three at once; more of them have piled up unseen. */
const MOST_KEPT = 3;

export function flashNotices(
  sessionId: string,
  held: SessionRecord["notices"],
  requestUrl: string,
) {
  const here = pathOf(requestUrl);
  const isForHere = ({ page }: SessionRecord["notices"][number]) =>
    page === undefined || page === here;
  return {
    /** `page` is the address where the notice shows once. '/' leads on, so its notice shows on the next page. */
    async add({ tone, text }: Notice, page: string): Promise<void> {
      const path = pathOf(page);
      const kept =
        path === paths.home ? { tone, text } : { tone, text, page: path };
      // The action succeeded, so a failure to store its notice must not fail the page.
      await sessionStore.updateIfPossible(sessionId, (newest) => ({
        ...newest,
        notices: [...newest.notices, kept].slice(-MOST_KEPT),
      }));
    },
    async take(): Promise<Notice[]> {
      if (!held.some(isForHere)) return [];
      let taken: Notice[] = held.filter(isForHere);
      await sessionStore.updateIfPossible(sessionId, (newest) => {
        taken = newest.notices.filter(isForHere);
        const notices = newest.notices.filter((one) => !isForHere(one));
        return { ...newest, notices };
      });
      return taken.map(({ tone, text }) => ({ tone, text }));
    },
  };
}

/** Some links end with a slash and others do not. */
function pathOf(address: string): string {
  const { pathname } = new URL(address, "http://portal.invalid");
  return pathname.replace(/\/+$/, "") || paths.home;
}
