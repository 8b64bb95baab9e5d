import type { z } from "zod";
import { Refusal } from "~server/refusal";
import type { ApiDeps } from "./api-deps";
import type { Call, FileAnswer, NothingYet } from "./handler";

/** Who asks a service, and what it works with. */
export interface Ctx extends Omit<
  Call<never, never, never>,
  "params" | "query" | "body" | "presented"
> {
  deps: ApiDeps;
}

/** A question to the data server that the portal in the same process alone may ask: no API host has it. */
export interface Service<Input extends z.ZodTypeAny, Result> {
  /** Stands in the log as the `route` of its `api.request` lines. */
  name: string;
  input: Input;
  /** Judges what the viewer may see, and throws a `Refusal` otherwise. Null where there is nothing. */
  run(
    ctx: Ctx,
    input: z.output<Input>,
  ): Promise<Result | FileAnswer | NothingYet | null>;
}

/** Declares a service; the types of its input and result are kept. */
export function service<Input extends z.ZodTypeAny, Result>(
  definition: Service<Input, Result>,
): Service<Input, Result> {
  return definition;
}

/** Throws 400 for input that does not fit. */
export function inputOf<Input extends z.ZodTypeAny>(
  { input: shape }: Pick<Service<Input, unknown>, "input">,
  given: unknown,
): z.output<Input> {
  const read = (shape as z.ZodTypeAny).safeParse(given);
  if (read.success) return read.data as z.output<Input>;
  const issue = read.error.issues[0];
  throw new Refusal(400, `${issue?.path.join(".")}: ${issue?.message}`);
}
