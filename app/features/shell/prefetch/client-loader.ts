import type { ClientLoaderFunctionArgs } from "@remix-run/react";

/** An answer that was asked for ahead; it turns into undefined where it was no use. */
type TakeHeld = (href: string) => Promise<unknown> | undefined;

let takeHeld: TakeHeld = () => undefined;

/** What holds answers comes after the page's first load, and says here where to look. */
export function lookFirstIn(held: TakeHeld): void {
  takeHeld = held;
}

/** The data of a page that is opened by script: what is held for it, or else as ever (decision 18). */
export async function clientLoader({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  return (await takeHeld(request.url)) ?? serverLoader();
}
