import { paths } from "~/paths";
import type { Notice, SessionRecord } from "./session-record.server";
import { sessionStore } from "./session-storage.server";

/** A page shows three at once; more of them have piled up unseen. */
const MOST_KEPT = 3;

/** Texts that one request leaves for the page which it leads to. */
export interface FlashNotices {
  /**
   * Keeps a text for a page, where it shows once; `page` is its address. Another page that is open in the browser does
   * not take it; one for '/', which leads on, is for whichever page comes next.
   */
  add(notice: Notice, page: string): Promise<void>;
  /** The texts kept for the page of this request, which are then gone. The shell's loader takes them. */
  take(): Promise<Notice[]>;
}

/** The flash notices of a session, for the page of a request. `held` are those that it had when the request came. */
export function flashNotices(
  sessionId: string,
  held: SessionRecord["notices"],
  requestUrl: string,
): FlashNotices {
  const here = pathOf(requestUrl);
  const isForHere = ({ page }: SessionRecord["notices"][number]) =>
    page === undefined || page === here;
  return {
    async add({ tone, text }, page) {
      const path = pathOf(page);
      const kept =
        path === paths.home ? { tone, text } : { tone, text, page: path };
      // The action succeeded, so a failure to store its notice must not fail the page.
      await sessionStore.updateIfPossible(sessionId, (newest) => ({
        ...newest,
        notices: [...newest.notices, kept].slice(-MOST_KEPT),
      }));
    },
    async take() {
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

/** The path of an address without the slash at its end, which some links have and others not. */
function pathOf(address: string): string {
  const { pathname } = new URL(address, "http://portal.invalid");
  return pathname.replace(/\/+$/, "") || paths.home;
}
