import { useHref, useLocation } from "@remix-run/react";
import { errorPageMessage, messages } from "~/domain/messages";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/button";
import { FaultDrawing, LockedDrawing, SignpostDrawing } from "~/ui/drawings";

export function ErrorPage({
  id,
  status,
  serverMessage,
}: {
  id: string;
  status: number;
  serverMessage?: string;
}) {
  const mayPass = status >= 500;
  return (
    <div
      id={id}
      className="mx-auto flex max-w-prose flex-col items-center gap-4 px-4 py-16 text-center"
    >
      <ErrorDrawing status={status} />
      <h1 className="max-w-full text-balance text-2xl font-semibold">
        {errorPageMessage(status, serverMessage)}
      </h1>
      <div className="flex flex-wrap justify-center gap-4">
        {mayPass ? <TryAgain /> : null}
        <LinkButton
          to={paths.home}
          variant={mayPass ? "secondary" : "primary"}
          reloadDocument
        >
          {messages.errorPage.backToHome}
        </LinkButton>
      </div>
    </div>
  );
}

function TryAgain() {
  const { pathname, search } = useLocation();
  const same = useHref({ pathname, search });
  return (
    <LinkButton to={same} variant="primary" reloadDocument>
      {messages.panel.tryAgain}
    </LinkButton>
  );
}

export function ErrorDrawing({ status }: { status: number }) {
  if (status === 403) return <LockedDrawing />;
  if (status === 404) return <SignpostDrawing />;
  return <FaultDrawing />;
}
