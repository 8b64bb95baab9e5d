const KEY =
  /^(?:freshness:(?:info|warning|error):\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|unread:\d{1,9}|organization)$/;
const UNREAD = /^unread:(\d+)$/;

/** True for the keys that alerts have, as a form that dismisses one sends them back. */
export function isAlertKey(text: string): boolean {
  return KEY.test(text);
}

/** Key of the notice of locations that could not be had. */
export const ORGANIZATION_KEY = "organization";

/** Key of the notice of so many unread notes. */
export function unreadKey(count: number): string {
  return `unread:${count}`;
}

/** How many unread notes were put away last; 0 where none were. */
export function dismissedUnread(dismissed: readonly string[]): number {
  const last = dismissed.filter((key) => UNREAD.test(key)).at(-1);
  return Number(UNREAD.exec(last ?? "")?.[1] ?? 0);
}
