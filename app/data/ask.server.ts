import type { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import {
  callerOf,
  failureOf,
  outcomeOf,
  type CallContext,
  type Outcome,
} from "./call.server";
import {
  askInProcess,
  type AnyService,
  type Service,
} from "./in-process.server";
import { apiHost } from "./upstream.server";

/** Asks as the signed-in user. */
export type Ask = <Input extends z.ZodTypeAny, Result>(
  service: Service<Input, Result>,
  input: z.input<Input>,
  options?: Pick<CallContext, "deadlineMs" | "signal">,
) => Promise<Outcome<DeepReadonly<Result>>>;

/** An API host has no data of the portal's own; its pages are 404 there, so nobody gets here. */
const NOT_OFFERED = { kind: "failure", status: 404, reason: "host" } as const;

/** Asks a service of the data server in this process. Never throws. */
export async function ask<Input extends z.ZodTypeAny, Result>(
  service: AnyService<Input, Result>,
  input: z.input<Input>,
  context: CallContext,
): Promise<Outcome<DeepReadonly<Result>>> {
  if (apiHost) return NOT_OFFERED;
  return askInProcess(service, input, callerOf(context)).then(
    outcomeOf<DeepReadonly<Result>>,
    failureOf,
  );
}
