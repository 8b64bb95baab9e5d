import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { passwordProblem } from "~/features/users/rules/password-rules";
import { userWords } from "~/features/users/rules/words";
import { easyPasswordProblem } from "~server/auth/easy-password";
import { CommandError } from "~server/command-line/command-error";

/** 120 random bits: 20 characters of every keyboard. */
const GENERATED_BYTES = 15;

export interface PasswordSource {
  username: string;
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  ask(text: string): void;
}

export function generatePassword(): string {
  return randomBytes(GENERATED_BYTES).toString("base64url");
}

/**
 * Asks twice at a terminal without echo, else takes the first input line. Throws a CommandError for an invalid one, and
 * for the demo's, which everybody knows.
 */
export async function readPassword({
  username,
  input,
  ask,
}: PasswordSource): Promise<string> {
  const isTerminal = input.isTTY ?? false;
  const reader = createInterface({
    input,
    // Suppresses the echo.
    output: new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: isTerminal,
    historySize: 0,
  });
  // At a terminal it arrives here, not at the process.
  reader.on("SIGINT", () => reader.close());
  const lines: AsyncIterator<string, undefined> =
    reader[Symbol.asyncIterator]();
  const answer = async (question: string) => {
    if (isTerminal) ask(question);
    const { value, done } = await lines.next();
    if (isTerminal) ask("\n");
    if (done) throw new CommandError("No password was given.");
    return value;
  };
  try {
    const password = await answer("Password: ");
    requireFit(password, username);
    if (
      isTerminal &&
      (await answer("The same password again: ")) !== password
    ) {
      throw new CommandError(`${userWords.passwordsDiffer}.`);
    }
    return password;
  } finally {
    reader.close();
  }
}

function requireFit(password: string, username: string): void {
  if (/\p{Cc}/u.test(password)) {
    throw new CommandError("A password cannot have control characters.");
  }
  if (/[\ufeff\ufffd]/u.test(password)) {
    throw new CommandError(
      "The password must be UTF-8 text without a byte order mark.",
    );
  }
  const problem =
    passwordProblem(password, { allowsDemo: false }) ??
    easyPasswordProblem(password, username);
  if (problem !== null) throw new CommandError(`${problem}.`);
}
