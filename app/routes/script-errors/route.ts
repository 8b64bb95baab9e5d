import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { pageError } from "~/data/page-error.server";
import { requestIdOf } from "~/data/request-context.server";
import { findSessionByForm } from "~/http/guarded-form.server";
import { log } from "~/log.server";
import { paths } from "~/paths";

/** What a browser may say of an error of its scripts: one line of the log, without control characters. */
const reports = z.object({
  part: z.enum(["hydration", "panel", "page"]),
  name: z.string().regex(/^\w{1,40}$/),
  message: z.string().regex(/^\P{Cc}{0,200}$/u),
  frames: z
    .string()
    .max(2_000)
    .regex(/^(\/build\/[\w./$-]+:\d+:\d+ ?)*$/),
  page: z
    .string()
    .regex(/^(\/[\w.$-]+)*\/?$/)
    .max(200),
});

/** A GET changes nothing. */
export async function loader() {
  return redirect(paths.home);
}

export async function action({ request }: ActionFunctionArgs) {
  const { form, session } = await findSessionByForm(request);
  const report = reports.safeParse(Object.fromEntries(form));
  if (!report.success) throw pageError(400);
  if (session) {
    const browser = request.headers.get("User-Agent")?.slice(0, 200);
    log.error(
      {
        event: "script.error",
        request_id: requestIdOf(request),
        ...report.data,
        browser,
      },
      "a script failed in a browser",
    );
  }
  return new Response(null, { status: 204 });
}
