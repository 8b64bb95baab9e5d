import { Secret, TOTP } from "otpauth";
import { CODE_DIGITS } from "~/features/second-factor/rules/typed-code";

/** RFC 6238 values that every authenticator app supports; some ignore others in a QR code. */
const PERIOD_SECONDS = 30;
const ALGORITHM = "SHA1";
/** Allow clocks to differ by one period each way. */
const STEPS_ASIDE = 1;
/** RFC 4226: as long as the digest. */
const KEY_BYTES = 20;

export function newKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

/** The period is at most one off; null if wrong or not after `lastStep`, because a code counts once. */
export function stepOfCode(
  key: string,
  code: string,
  now: Date,
  lastStep: number,
): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({
    secret: Secret.fromBase32(key),
    algorithm: ALGORITHM,
    period: PERIOD_SECONDS,
    digits: CODE_DIGITS,
  });
  const delta = totp.validate({ token: code, timestamp, window: STEPS_ASIDE });
  if (delta === null) return null;
  const step = totp.counter({ timestamp }) + delta;
  return step > lastStep ? step : null;
}
