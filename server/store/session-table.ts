import type { Generated } from "kysely";

export interface SessionTable {
  /** Random; the token's `sid` claim. */
  id: string;
  user_id: number;
  /** SHA-256 of the refresh token in force. */
  refresh_hash: string;
  /** SHA-256 of the one before it, honoured for a few seconds after a rotation. */
  previous_refresh_hash: string | null;
  rotated_at: string;
  created_at: string;
  last_seen_at: string;
  revoked_at: string | null;
  /** 1: it began with an organisation account, whose own sign-in asks for what it asks for. */
  of_organisation: Generated<0 | 1>;
}
