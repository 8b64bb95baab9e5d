import type { ReportEmbed } from "~/features/embedded-reports/rules/embedded-report";

/** What the server has to show the report with, asked for by a form of the page; null where it could not be had. */
export async function fetchEmbed(
  form: HTMLFormElement,
): Promise<ReportEmbed | null> {
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body: new FormData(form),
      // A session that is over leads to login, which is no answer here.
      redirect: "manual",
    });
    return response.ok ? ((await response.json()) as ReportEmbed) : null;
  } catch {
    return null;
  }
}
