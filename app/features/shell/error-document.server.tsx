import { z } from "zod";
import { errorPageMessage, messages } from "~/domain/messages";
import { paths } from "~/paths";
import { buttonClass } from "~/ui/button";
import { ErrorDrawing } from "./error-page";
import { plainDocument } from "./plain-document.server";

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
