import { Secret, TOTP } from "otpauth";
import { CODE_DIGITS } from "~/features/second-factor/rules/typed-code";

/** What every authenticator app knows (RFC 6238); some of them ignore what a QR code says of other values. */
const PERIOD_SECONDS = 30;
const ALGORITHM = "SHA1";
/** Clocks may differ by one period each way. */
const STEPS_ASIDE = 1;
/** Of RFC 4226: as long as the digest. */
const KEY_BYTES = 20;

export function newKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

/** The code of a key at a time; `digits` other than ours are for the test vectors of the RFC. */
export function codeAt(key: string, at: Date, digits = CODE_DIGITS): string {
  return totpOf(key, digits).generate({ timestamp: at.getTime() });
}

/**
 * The number of the period whose code this is, now or one period aside; null where it is none, or of a period that is not
 * after `lastStep`: a code counts once. It is made of ASCII digits, as a typed code is read. The library compares without telling by its time where two codes differ.
 */
export function stepOfCode(
  key: string,
  code: string,
  now: Date,
  lastStep: number,
): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(key, CODE_DIGITS).validate({
    token: code,
    timestamp,
    window: STEPS_ASIDE,
  });
  if (delta === null) return null;
  const step = TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
  return step > lastStep ? step : null;
}

function totpOf(key: string, digits: number): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(key),
    algorithm: ALGORITHM,
    period: PERIOD_SECONDS,
    digits,
  });
}
