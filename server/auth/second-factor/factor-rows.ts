import { createHmac, randomInt, type KeyObject } from "node:crypto";
import type { Kysely } from "kysely";
import type { IsoDay } from "~/domain/calendar";
import {
  inGroups,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
} from "~/features/second-factor/rules/typed-code";
import type { Secrets } from "~server/secrets";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

/** `key` is null if it was sealed with another session secret. */
export async function findFactor(
  db: Db,
  userId: number,
  { factorSeal }: Pick<Secrets, "factorSeal">,
) {
  const row = await db
    .selectFrom("second_factors")
    .where("user_id", "=", userId)
    .select(["sealed_key", "last_step", "created_at"])
    .executeTakeFirst();
  if (!row) return null;
  return {
    key: factorSeal.open(row.sealed_key, placeOf(userId)),
    lastStep: Number(row.last_step),
    createdAt: row.created_at,
  };
}

export async function hasFactor(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("second_factors")
    .where("user_id", "=", userId)
    .select("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns new recovery codes; keeps passkeys. */
export async function storeFactor(
  trx: Db,
  userId: number,
  factor: { key: string; lastStep: number; createdAt: string },
  secrets: Secrets,
): Promise<string[]> {
  await deleteKey(trx, userId);
  await trx
    .insertInto("second_factors")
    .values({
      user_id: userId,
      sealed_key: secrets.factorSeal.close(factor.key, placeOf(userId)),
      last_step: factor.lastStep,
      created_at: factor.createdAt,
    })
    .execute();
  return renewRecoveryCodes(trx, userId, secrets);
}

/** Removes the factor and its passkeys, since codes must always work as a fallback. False if there is none. */
export async function deleteFactor(trx: Db, userId: number): Promise<boolean> {
  await trx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  return deleteKey(trx, userId);
}

async function deleteCodes(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .execute();
}

async function deleteKey(trx: Db, userId: number): Promise<boolean> {
  await deleteCodes(trx, userId);
  const { numDeletedRows } = await trx
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Marks a code as used; false if a concurrent request used it or a later one. */
export async function markStepUsed(
  trx: Db,
  userId: number,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export function newLongCode(): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)] ?? "",
  );
  return inGroups(letters.join(""), "-");
}

/** Leaves out hyphens. Codes are long and random, so a slow hash would add nothing. */
function recoveryHash(key: KeyObject, userId: number, code: string): string {
  return createHmac("sha256", key)
    .update(`${userId} ${code.replaceAll("-", "")}`)
    .digest("base64url");
}

export async function renewRecoveryCodes(
  trx: Db,
  userId: number,
  { recoveryKey }: Pick<Secrets, "recoveryKey">,
): Promise<string[]> {
  await deleteCodes(trx, userId);
  const codes = Array.from({ length: RECOVERY_CODES }, newLongCode);
  await trx
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: recoveryHash(recoveryKey, userId, code),
      })),
    )
    .execute();
  return codes;
}

export async function spendRecoveryCode(
  trx: Db,
  userId: number,
  code: string,
  { recoveryKey }: Pick<Secrets, "recoveryKey">,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", recoveryHash(recoveryKey, userId, code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countRecoveryCodes(
  db: Db,
  userId: number,
): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .where("user_id", "=", userId)
    .select((one) => one.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function requiredFrom(
  db: Db,
  accessLevel: string,
): Promise<IsoDay | null> {
  const row = await db
    .selectFrom("second_factor_rules")
    .where("access_level", "=", accessLevel)
    .select("required_from")
    .executeTakeFirst();
  return row?.required_from ?? null;
}

/** Binds the key to its user: copied to another user's row, it does not open. */
function placeOf(userId: number): string {
  return `key of user ${userId}`;
}
