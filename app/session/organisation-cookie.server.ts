import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { groupsOfClaim } from "~/contract/organisation-account";
import { cookieName, cookieOptions, seal } from "./session-storage.server";

/** The host's own limits are shorter, or as long. */
const LASTS_SECONDS = 30 * 60;
const PLACE = "way out of the organisation's login";

/** A browser may log in from several tabs; the tickets of the last ones fit into a cookie. */
const MOST_TICKETS = 3;

const ticketShape = z.object({
  /** By which the answer names its ticket. */
  state: z.string(),
  ticket: z.string(),
  /** How the login was begun: `joins` as asked for, `retried` after the provider's own login had expired. */
  joins: z.boolean().optional(),
  retried: z.boolean().optional(),
});
export type HeldTicket = z.infer<typeof ticketShape>;

/** What a browser brings back on its way by the organisation's login; ticket and claim are sealed by the host. */
const shape = z.discriminatedUnion("step", [
  z.object({
    step: z.literal("sign-in"),
    tickets: z.array(ticketShape).max(MOST_TICKETS),
  }),
  z.object({
    step: z.literal("link"),
    claim: z.string(),
    groups: groupsOfClaim.optional(),
  }),
  z.object({ step: z.literal("leave"), address: z.string() }),
]);
type HeldStep = z.infer<typeof shape>;

const cookie = createCookie(cookieName("sojourn-organisation"), {
  ...cookieOptions,
  maxAge: LASTS_SECONDS,
});

/** Cookie header that takes a step along. The way out names a person to the organisation's login, so it is sealed. */
export async function organisationCookie(held: HeldStep): Promise<string> {
  return cookie.serialize(
    held.step === "leave"
      ? { ...held, address: seal.close(held.address, PLACE) }
      : held,
  );
}

/** Cookie header that keeps a ticket beside those of other tabs. */
export async function ticketCookie(
  request: Request,
  ticket: HeldTicket,
): Promise<string> {
  const held = await heldFor(request, "sign-in");
  const others = held?.tickets.slice(1 - MOST_TICKETS) ?? [];
  return organisationCookie({ step: "sign-in", tickets: [...others, ticket] });
}

/** Cookie header that lets go of a ticket which was used up; the other tabs keep theirs. */
export async function spentTicketCookie(
  request: Request,
  { state }: HeldTicket,
): Promise<string> {
  const held = await heldFor(request, "sign-in");
  const tickets = held?.tickets.filter((one) => one.state !== state) ?? [];
  return tickets.length > 0
    ? organisationCookie({ step: "sign-in", tickets })
    : endedCookie();
}

/** The ticket of an answer, by the state that it brings back. */
export async function heldTicket(
  request: Request,
): Promise<HeldTicket | undefined> {
  const state = new URL(request.url).searchParams.get("state");
  const held = await heldFor(request, "sign-in");
  return held?.tickets.find((ticket) => ticket.state === state);
}

/** Cookie header that ends whatever step a browser holds; null where it brings none. */
export async function endedOrganisationCookie(
  request: Request,
): Promise<string | null> {
  const held: unknown = await cookie.parse(request.headers.get("cookie"));
  return held === null ? null : endedCookie();
}

/** What a browser holds for a step; null where it is none of ours, or of another step. */
export async function heldFor<Step extends HeldStep["step"]>(
  request: Request,
  step: Step,
): Promise<Extract<HeldStep, { step: Step }> | null> {
  const found = shape.safeParse(
    await cookie.parse(request.headers.get("cookie")),
  );
  const held = found.success ? opened(found.data) : null;
  const isFor = (one: HeldStep): one is Extract<HeldStep, { step: Step }> =>
    one.step === step;
  return held && isFor(held) ? held : null;
}

function opened(held: HeldStep): HeldStep | null {
  if (held.step !== "leave") return held;
  const address = seal.open(held.address, PLACE);
  return address === null ? null : { ...held, address };
}

function endedCookie(): Promise<string> {
  return cookie.serialize("", { expires: new Date(0), maxAge: 0 });
}
