import { z } from "zod";
import { accessLevel } from "~/contract/wire";

export const noticeShape = z.object({
  tone: z.enum(["success", "info", "warning", "error"]),
  text: z.string().min(1),
});
export type Notice = z.infer<typeof noticeShape>;

const kept = z.object({
  /** When the user signed in, milliseconds since 1970. */
  signedInAt: z.number(),
  user: z.object({
    id: z.string().min(1),
    name: z.string().min(1),
    username: z.string().min(1),
    viewer: z.object({
      accessLevel,
      accessLevelIds: z.array(z.number()),
      isnpOnly: z.boolean(),
    }),
    /** A physician in several facilities, or a viewer with several level ids. */
    multiFacility: z.boolean(),
  }),
  /** `lastUpdated` of the newest data answer, `yyyy-MM-dd HH:mm:ss` New York time. */
  lastUpdated: z.string().nullable(),
  /** `page` is the path a notice is for; without it the notice shows on the next page. */
  notices: z.array(noticeShape.extend({ page: z.string().optional() })),
  /** Keys of the alerts that the user has put away until the next login; records from before have none. */
  dismissed: z.array(z.string()).optional(),
  /** Set if the session began with an organisation account; `leaveAt` is where the browser logs out there. */
  organisation: z
    .object({
      leaveAt: z.string().nullable(),
      /** The user has no password: groups made them. */
      isWithoutPassword: z.boolean().optional(),
    })
    .optional(),
});

/** A session at an API host, or an old record of the data server in this process until it is next read. */
const withTokens = kept.extend({
  token: z.string().min(1),
  refreshToken: z.string().min(1),
  /** When the API host's token ends, milliseconds since 1970. */
  tokenEndsAt: z.number(),
});
export type RecordWithTokens = z.infer<typeof withTokens>;

/** What the portal keeps of a signed-in session, sealed in its own tables and nowhere else (R142). */
export const sessionRecord = z.union([
  withTokens,
  /** A session at the data server in this process, by its id there. */
  kept.extend({ sessionId: z.string().min(1) }),
]);
export type SessionRecord = z.infer<typeof sessionRecord>;
export type SessionUser = SessionRecord["user"];
