import stylesheet from "~/tailwind.css";
import { randomBytes } from "node:crypto";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { settings } from "~/env.server";
import { contentSecurityPolicy } from "~/http/document-policy.server";
import { NO_STORE } from "~/http/no-store.server";
import { titleText } from "./page-title";
import { z } from "zod";
import { errorPageMessage, messages } from "~/domain/messages";
import { paths } from "~/paths";
import { buttonClass } from "~/ui/button";
import { ErrorDrawing } from "./error-page";

const SEND = "document.forms[0].submit()";

/** For addresses without a screen of their own. It has a script only to send its form. */
export function plainDocument({
  title,
  status,
  isError = false,
  leave,
  sendsTo,
  children,
}: {
  title: string;
  status: number;
  isError?: boolean;
  leave?: { href: string; afterSeconds: number };
  /** Origin that its one form goes to by itself. */
  sendsTo?: string;
  children: ReactNode;
}): Response {
  const nonce = randomBytes(16).toString("base64");
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {leave ? (
          <meta
            httpEquiv="refresh"
            content={`${leave.afterSeconds}; url=${leave.href}`}
          />
        ) : null}
        <title>
          {titleText({ siteName: settings.SITE_NAME }, title, isError)}
        </title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <main className="mx-auto flex max-w-prose flex-col items-center gap-4 px-4 py-16 text-center">
          {children}
        </main>
        {sendsTo === undefined ? null : <script nonce={nonce}>{SEND}</script>}
      </body>
    </html>,
  );
  return new Response(`<!DOCTYPE html>${html}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": NO_STORE,
      // Browsers hold what the form leads on to against it too: that login may have parts on other sites.
      "Content-Security-Policy": contentSecurityPolicy(
        nonce,
        null,
        sendsTo === undefined ? [] : [sendsTo, "https:"],
      ),
    },
  });
}

const thrownBody = z.object({ message: z.string().nullish() });

/** An address of a file has no screen, so Remix would show the error as bare data. `back` is the page that led here. */
export async function errorDocument(
  thrown: Response,
  back?: { href: string; text: string },
): Promise<Response> {
  const { status } = thrown;
  const body = thrownBody.safeParse(await thrown.json().catch(() => null));
  const text = errorPageMessage(status, body.data?.message ?? undefined);
  return plainDocument({
    title: text,
    status,
    isError: true,
    children: (
      <>
        <ErrorDrawing status={status} />
        <h1 className="text-balance text-2xl font-semibold">{text}</h1>
        <div className="flex flex-wrap justify-center gap-4">
          {back ? (
            <a href={back.href} className={buttonClass("primary")}>
              {back.text}
            </a>
          ) : null}
          <a
            href={paths.home}
            className={buttonClass(back ? "secondary" : "primary")}
          >
            {messages.errorPage.backToHome}
          </a>
        </div>
      </>
    ),
  });
}
