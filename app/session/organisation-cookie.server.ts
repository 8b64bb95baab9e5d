import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { GROUPS_OF_CLAIM } from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import type { Seal } from "~/runtime/seal.server";
import { portalDatabase, type PortalDatabase } from "./portal-database.server";
import {
  cookieName,
  cookieOptions,
  endedCookie,
  seal,
} from "./session-storage.server";
import { orUnavailable } from "./store-trouble.server";

/** The host's own limits are shorter, or as long. */
export const KEPT_STEP_MS = 30 * 60_000;

/** An ID token is too large for a cookie: the browser holds a random id, and the table has its digest. */
export class KeptSteps {
  constructor(
    private readonly open: () => Promise<PortalDatabase>,
    private readonly seal: Seal,
    private readonly now: () => number = Date.now,
  ) {}

  async keep(step: string): Promise<string> {
    const id = randomBytes(18).toString("base64url");
    const key = keyOf(id);
    const db = await this.open();
    await db
      .insertInto("kept_steps")
      .values({ key, step: this.seal.close(step, key), kept_at: this.now() })
      .execute();
    return id;
  }

  async read(id: string): Promise<string | null> {
    const db = await this.open();
    const key = keyOf(id);
    const row = await db
      .selectFrom("kept_steps")
      .select("step")
      .where("key", "=", key)
      .where("kept_at", ">", this.now() - KEPT_STEP_MS)
      .executeTakeFirst();
    return row ? this.seal.open(row.step, key) : null;
  }

  async drop(id: string): Promise<void> {
    const db = await this.open();
    await db.deleteFrom("kept_steps").where("key", "=", keyOf(id)).execute();
  }

  async sweep(): Promise<number> {
    const db = await this.open();
    const { numDeletedRows } = await db
      .deleteFrom("kept_steps")
      .where("kept_at", "<=", this.now() - KEPT_STEP_MS)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

function keyOf(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}

/** A browser may log in from several tabs; the tickets of the last ones fit into a cookie. */
const MOST_TICKETS = 3;

const ticketShape = z.object({
  /** The answer names its ticket by this. */
  state: z.string(),
  ticket: z.string(),
  /** How the login was begun: `joins` as asked for, `retried` after the provider's own login had expired. */
  joins: z.boolean().optional(),
  retried: z.boolean().optional(),
});
export type HeldTicket = z.infer<typeof ticketShape>;

const signInShape = z.object({
  step: z.literal("sign-in"),
  tickets: z.array(ticketShape).max(MOST_TICKETS),
});

/** Steps that hold an ID token, or the host's text with one in it: they lie in the database. */
const keptShape = z.discriminatedUnion("step", [
  z.object({
    step: z.literal("link"),
    claim: z.string(),
    groups: z.enum(GROUPS_OF_CLAIM).optional(),
  }),
  z.object({ step: z.literal("leave"), address: z.string() }),
]);
type KeptStep = z.infer<typeof keptShape>;
type HeldStep = z.infer<typeof signInShape> | KeptStep;

/** The host seals the tickets. */
const shape = z.discriminatedUnion("step", [
  signInShape,
  z.object({ step: z.literal("kept"), id: z.string() }),
]);

const cookie = createCookie(cookieName("sojourn-organisation"), {
  ...cookieOptions,
  maxAge: KEPT_STEP_MS / 1000,
});

export const keptSteps = new KeptSteps(portalDatabase, seal);

/** Throws 503 if the database cannot store the step. */
export async function keptStepCookie(step: KeptStep): Promise<string> {
  const id = await orUnavailable(keptSteps.keep(JSON.stringify(step)));
  return cookie.serialize({ step: "kept", id } satisfies z.infer<typeof shape>);
}

export async function ticketCookie(
  request: Request,
  ticket: HeldTicket,
): Promise<string> {
  const held = await heldFor(request, "sign-in");
  const others = held?.tickets.slice(1 - MOST_TICKETS) ?? [];
  const tickets = [...others, ticket];
  return cookie.serialize({ step: "sign-in", tickets });
}

export async function heldTicket(
  request: Request,
): Promise<HeldTicket | undefined> {
  const state = new URL(request.url).searchParams.get("state");
  const held = await heldFor(request, "sign-in");
  return held?.tickets.find((ticket) => ticket.state === state);
}

export async function endedOrganisationCookie(
  request: Request,
): Promise<string | null> {
  const held: unknown = await cookie.parse(request.headers.get("cookie"));
  if (held === null) return null;
  const found = shape.safeParse(held);
  if (found.success && found.data.step === "kept") {
    // What cannot be dropped now goes with the next sweep.
    await keptSteps.drop(found.data.id).catch(() => undefined);
  }
  return endedCookie(cookie);
}

export async function heldFor<Step extends HeldStep["step"]>(
  request: Request,
  step: Step,
): Promise<Extract<HeldStep, { step: Step }> | null> {
  const found = shape.safeParse(
    await cookie.parse(request.headers.get("cookie")),
  );
  const held = found.success ? await opened(found.data) : null;
  const isFor = (one: HeldStep): one is Extract<HeldStep, { step: Step }> =>
    one.step === step;
  return held && isFor(held) ? held : null;
}

async function opened(held: z.infer<typeof shape>): Promise<HeldStep | null> {
  if (held.step !== "kept") return held;
  const text = await orUnavailable(keptSteps.read(held.id));
  return text === null ? null : keptShape.parse(JSON.parse(text));
}
