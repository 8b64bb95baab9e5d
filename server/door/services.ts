import type { z } from "zod";
import { Refusal } from "~server/refusal";
import type { ApiDeps } from "./api-deps";
import type { Call, FileAnswer, NothingYet } from "./handler";

export interface Ctx extends Omit<
  Call<never, never, never>,
  "params" | "query" | "body" | "presented"
> {
  deps: ApiDeps;
}

export type PublicCtx = Pick<Ctx, "deps" | "log" | "origin">;

/** Only the portal in this process can call it; an API host has none. */
export interface Service<Input extends z.ZodTypeAny, Result> {
  /** Logged as the `route` of `api.request`. */
  name: string;
  input: Input;
  /** Checks what the viewer may see and throws a `Refusal` otherwise. Null means there is nothing. */
  run(
    ctx: Ctx,
    input: z.output<Input>,
  ): Promise<Result | FileAnswer | NothingYet | null>;
  isPublic?: false;
  /** Open to users who must still choose their password. */
  withInitialPassword?: true;
}

/** A service for callers without a session. */
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
