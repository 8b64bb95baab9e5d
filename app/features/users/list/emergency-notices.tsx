import { userListWords as words } from "../rules/list-words";
import { Notice } from "~/ui/notice";
import { PageLink } from "~/ui/page-link";
import type { UserListView } from "./load-users.server";

export function EmergencyNotices({
  view: { emergency, lacksEmergency },
}: {
  view: UserListView;
}) {
  return (
    <>
      {emergency ? (
        <Notice tone="warning">
          {words.emergencyLogins} {emergency.text}.{" "}
          <PageLink to={emergency.href} className="action-link">
            {words.emergencyTrail}
          </PageLink>
        </Notice>
      ) : null}
      {lacksEmergency ? (
        <Notice tone="warning">{words.lacksEmergency}</Notice>
      ) : null}
    </>
  );
}
