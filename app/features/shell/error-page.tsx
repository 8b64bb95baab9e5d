import { errorPageMessage, messages } from "~/domain/messages";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/button";
import { FaultDrawing, LockedDrawing, SignpostDrawing } from "~/ui/drawings";

/** What stands in place of a page that cannot be shown (shell spec §2, error page). */
export function ErrorPage({
  status,
  serverMessage,
}: {
  status: number;
  serverMessage?: string;
}) {
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-4 px-4 py-16 text-center">
      <ErrorDrawing status={status} />
      <h1 className="text-lg font-semibold">
        {errorPageMessage(status, serverMessage)}
      </h1>
      <LinkButton to={paths.home} variant="primary" reloadDocument>
        {messages.errorPage.backToHome}
      </LinkButton>
    </div>
  );
}

function ErrorDrawing({ status }: { status: number }) {
  if (status === 403) return <LockedDrawing />;
  if (status === 404) return <SignpostDrawing />;
  return <FaultDrawing />;
}
