import type { Logger } from "pino";
import type { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import type { Viewer } from "~/domain/access/viewer";
import type { IsoDay } from "~/domain/calendar";
import type { AuditedUser, Origin } from "~server/audit/audit-events";
import type { Presented } from "~server/auth/sessions";

export interface PublicCall<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  log: Logger;
  origin: Origin;
  /** Aborted when the caller leaves or its deadline passes. */
  signal: AbortSignal;
  /** The caller's session. Refresh and logout check it themselves, as it may have just expired. */
  presented: Presented & { refreshToken?: string | undefined };
}

export interface Call<Params, Query, Body> extends PublicCall<
  Params,
  Query,
  Body
> {
  viewer: Viewer;
  userId: number;
  user: AuditedUser;
  sessionId: string;
}

export class FileAnswer {
  constructor(
    readonly file: {
      type: string;
      name: string;
      bytes?: number;
      /** Its data cut-off, if before the end of its range (R253). */
      through?: IsoDay | null;
    },
    /** Errors if reading fails, so a partial file never looks complete. */
    readonly body: ReadableStream<Uint8Array>,
  ) {}
}

/** Empty because the data end before the requested range. */
export class NothingYet {
  constructor(
    /** The last day of the data. */
    readonly through: IsoDay,
  ) {}
}

/** Valid as input and output of the answer's shape, so it needs no transform in process; null means there is nothing. */
export type AnswerOf<Answer extends z.ZodTypeAny> =
  | (DeepReadonly<z.input<Answer>> & DeepReadonly<z.output<Answer>>)
  | FileAnswer
  | NothingYet
  | null;
