import type { Logger } from "pino";
import type { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import type { Viewer } from "~/domain/access/viewer";
import type { IsoDay } from "~/domain/calendar";
import type { AuditedUser, AuditRecord } from "~server/audit/audit-events";
import type { Presented } from "~server/auth/sessions";

export interface PublicCall<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  log: Logger;
  /** Where the call comes from, for its audit record. */
  origin: Pick<AuditRecord, "address" | "requestId">;
  /** Aborted when whoever asked has left, or waits no longer. */
  signal: AbortSignal;
  /** Only the head of the answer goes out: nothing is read for a file, and nothing recorded. */
  isHead: boolean;
  /** What the caller presents as their session. Refresh and logout judge it themselves: it may have just expired. */
  presented: Presented & { refreshToken?: string | undefined };
}

export interface Call<Params, Query, Body> extends PublicCall<
  Params,
  Query,
  Body
> {
  /** Who is asking, as the user row says now. */
  viewer: Viewer;
  userId: number;
  user: AuditedUser;
  sessionId: string;
}

/** A file that is read as it goes out. */
export class FileAnswer {
  constructor(
    readonly file: {
      type: string;
      name: string;
      bytes?: number;
      /** The day through which its data are complete, where that is not the end of its range (R253). */
      through?: IsoDay | null;
    },
    /** Null for a head alone. Fails where reading breaks off, so that a part never passes for the whole. */
    readonly body: ReadableStream<Uint8Array> | null,
  ) {}
}

/** Nothing, because the data end before what was asked for. */
export class NothingYet {
  constructor(
    /** The last day of the data. */
    readonly through: IsoDay,
  ) {}
}

/** Valid on the wire and as it is read, so that no transform is needed in process; null says that there is nothing. */
export type AnswerOf<Answer extends z.ZodTypeAny> =
  | (DeepReadonly<z.input<Answer>> & DeepReadonly<z.output<Answer>>)
  | FileAnswer
  | NothingYet
  | null;
