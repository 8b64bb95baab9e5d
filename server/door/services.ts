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

/** Where a question comes from that begins a session, and what its service works with. */
export type PublicCtx = Pick<Ctx, "deps" | "log" | "origin">;

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
  isPublic?: false;
  /** Is open to a user who has yet to choose their own password. */
  withInitialPassword?: true;
}

/** A question of somebody who has no session yet: nobody is signed in, and nothing is asked of the caller's session. */
export interface PublicService<Input extends z.ZodTypeAny, Result> extends Pick<
  Service<Input, Result>,
  "name" | "input"
> {
  run(ctx: PublicCtx, input: z.output<Input>): Promise<Result>;
  isPublic: true;
}

export type AnyService<Input extends z.ZodTypeAny, Result> =
  | Service<Input, Result>
  | PublicService<Input, Result>;

export function service<Input extends z.ZodTypeAny, Result>(
  definition: Service<Input, Result>,
): Service<Input, Result> {
  return definition;
}

export function publicService<Input extends z.ZodTypeAny, Result>(
  definition: Omit<PublicService<Input, Result>, "isPublic">,
): PublicService<Input, Result> {
  return { ...definition, isPublic: true };
}

export function inputOf<Input extends z.ZodTypeAny>(
  { input: shape }: Pick<Service<Input, unknown>, "input">,
  given: unknown,
): z.output<Input> {
  const read = (shape as z.ZodTypeAny).safeParse(given);
  if (read.success) return read.data as z.output<Input>;
  const issue = read.error.issues[0];
  throw new Refusal(400, `${issue?.path.join(".")}: ${issue?.message}`);
}
