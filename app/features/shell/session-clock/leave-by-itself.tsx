import type { SessionFacts } from "../shell-data";

export function LeaveByItself({
  session,
}: {
  session: SessionFacts | null | undefined;
}) {
  if (!session) return null;
  const afterSeconds = Math.ceil(session.leavesInMs / 1000) + 1;
  return (
    <meta
      httpEquiv="refresh"
      content={`${afterSeconds}; url=${session.leftOpenHref}`}
    />
  );
}
