import { randomBytes } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { z } from "zod";
import { errorPageMessage, messages } from "~/domain/messages";
import { settings } from "~/env.server";
import { contentSecurityPolicy } from "~/http/document-policy.server";
import { paths } from "~/paths";
import stylesheet from "~/tailwind.css";
import { buttonClass } from "~/ui/button";
import { ErrorDrawing } from "./error-page";
import { titleText } from "./page-title";

const thrownBody = z.object({ message: z.string().nullish() });

/**
 * The error page of an address that answers with a file: it has no screen of its own, so Remix would show what was thrown
 * as bare data. `back` is the page that led here, where going back to it helps.
 */
export async function errorDocument(
  thrown: Response,
  back?: { href: string; text: string },
): Promise<Response> {
  const { status } = thrown;
  const body = thrownBody.safeParse(await thrown.json().catch(() => null));
  const text = errorPageMessage(status, body.data?.message ?? undefined);
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{titleText({ siteName: settings.SITE_NAME }, text, true)}</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <main className="mx-auto flex max-w-prose flex-col items-center gap-4 px-4 py-16 text-center">
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
        </main>
      </body>
    </html>,
  );
  return new Response(`<!DOCTYPE html>${html}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": contentSecurityPolicy(
        randomBytes(16).toString("base64"),
      ),
    },
  });
}
