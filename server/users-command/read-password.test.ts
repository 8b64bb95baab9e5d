import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";
import { generatePassword, readPassword } from "./read-password";

/** Types at a terminal, or sends through a pipe, and then stops. */
function read(text: string, { isTTY }: { isTTY: boolean }) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const asked: string[] = [];
  const password = readPassword({
    username: "ada",
    input,
    ask: (one) => asked.push(one),
  });
  input.end(text);
  return { password, asked };
}

const piped = (text: string) => read(text, { isTTY: false }).password;
const typed = (text: string) => read(text, { isTTY: true });

describe("a password", () => {
  it("is the first line of the input, as it stands", async () => {
    expect(await piped(" a längere one \nand more\n")).toBe(" a längere one ");
    expect(await piped("zecret\r\n")).toBe("zecret");
    expect(await piped("zecret")).toBe("zecret");
  });

  it("is asked for twice at a terminal, and nothing of it is shown", async () => {
    const { password, asked } = typed("zecret\rzecret\r");
    expect(await password).toBe("zecret");
    expect(asked).toEqual([
      "Password: ",
      "\n",
      "The same password again: ",
      "\n",
    ]);
  });

  it("can be corrected while it is typed", async () => {
    const backspace = String.fromCharCode(127);
    const { password } = typed(`zecrex${backspace}t\rzecret\r`);
    expect(await password).toBe("zecret");
  });

  it("is none where the two differ", async () => {
    await expect(typed("zecret\rzecres\r").password).rejects.toThrow(
      "Passwords need to match.",
    );
  });

  it("is none where somebody gives up", async () => {
    const [end, interrupt] = [4, 3].map((code) => String.fromCharCode(code));
    for (const text of [end, `zecret${interrupt}`, `zecret\r${end}`]) {
      await expect(typed(text ?? "").password).rejects.toThrow(
        "No password was given.",
      );
    }
    await expect(piped("")).rejects.toThrow("No password was given.");
  });

  it("follows the rules for passwords, and is never the demo's", async () => {
    await expect(piped("\n")).rejects.toThrow("Password is required.");
    await expect(piped("Ada-123456\n")).rejects.toThrow("the username.");
    await expect(piped("short\n")).rejects.toThrow("minimum 6 characters");
    await expect(piped(DEMO_PASSWORD)).rejects.toThrow("demo accounts");
    await expect(piped("with\ta tab")).rejects.toThrow("control characters");
  });

  it("is none where the input has a mark before it or is not UTF-8: nobody could type it", async () => {
    for (const text of ["\ufeffzecret-1", "l\ufffdngere"]) {
      await expect(piped(text)).rejects.toThrow(
        "UTF-8 text without a byte order mark",
      );
    }
  });

  it("that is made is long, and another each time", () => {
    const made = new Set(Array.from({ length: 100 }, generatePassword));
    expect(made.size).toBe(100);
    for (const one of made) expect(one).toMatch(/^[\w-]{20}$/);
  });
});
