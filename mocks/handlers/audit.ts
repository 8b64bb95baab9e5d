import { stringify } from "csv-stringify/sync";
import { HttpResponse } from "msw";
import {
  getAuditEvents,
  getAuditFile,
  type AuditEvent,
  type AuditQuery,
} from "~/contract/audit";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { AUDIT_CSV_COLUMNS, auditCsvCells } from "~/domain/audit/audit-csv";
import { newYorkDay } from "~/domain/calendar";
import { CSV_FORM } from "~/domain/lists/csv-cells";
import { usernameKey } from "~/domain/users/username-key";
import { mockAuditEvents } from "../audit.data";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { forbidden, Refusal } from "../refusal";

const EVENTS_OF_A_PAGE = 100;

/** Invented events, filtered and in pages as the contract says. Nothing is recorded here. */
export function auditHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "audit", getAuditEvents, ({ viewer, query }) => {
      const { before = Infinity, ...filter } = query;
      const events = eventsFor(host, viewer, filter).filter(
        ({ id }) => id < before,
      );
      if (events.length === 0) return null;
      const data = events.slice(0, EVENTS_OF_A_PAGE);
      const hasMore = events.length > data.length;
      return { data, next: hasMore ? (data.at(-1)?.id ?? null) : null };
    }),
    mockEndpoint(host, "audit", getAuditFile, ({ viewer, query }) => {
      const events = eventsFor(host, viewer, query);
      if (events.length === 0) return null;
      const rows = [[...AUDIT_CSV_COLUMNS], ...events.map(auditCsvCells)];
      return new HttpResponse(stringify(rows, { bom: true, ...CSV_FORM }), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": 'attachment; filename="audit-trail.csv"',
        },
      });
    }),
  ];
}

function eventsFor(
  host: MockHost,
  viewer: Viewer,
  { user = "", action, from, to }: AuditQuery,
): AuditEvent[] {
  if (rankOf(viewer.accessLevel) !== ADMINISTRATOR_RANK) throw forbidden();
  if (from && to && to < from) {
    throw new Refusal(400, "The end date is before the start date.");
  }
  const key = usernameKey(user);
  return mockAuditEvents(host.clock()).filter((event) => {
    const day = newYorkDay(new Date(event.at));
    return (
      (key === "" || isOf(event, key)) &&
      (!action || event.action === action) &&
      (!from || from <= day) &&
      (!to || day <= to)
    );
  });
}

function isOf({ username, target_username }: AuditEvent, key: string): boolean {
  return [username, target_username].some(
    (name) => name !== null && usernameKey(name) === key,
  );
}
