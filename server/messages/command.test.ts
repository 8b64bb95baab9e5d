import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runFile } from "~server/testing/child-process";
import { folderForEach } from "~server/testing/opened";
import type { Receipt } from "./receive";
import { onPort } from "./transport/testing/port";
import { adt, testReceiver } from "./transport/testing/receiver";

const here = folderForEach();

async function run(
  command: "command" | "send-command",
  args: string[],
  env: Record<string, string> = {},
) {
  const file = `server/messages/${command}.ts`;
  const child = runFile(file, args, { DATA_DIR: here.folder, ...env });
  const { status, errors } = await child.ended;
  return { status, errors, said: child.lines.join("\n") };
}

describe("npm run feed", () => {
  test("with nothing to take messages from says what to set", async () => {
    const { status, errors } = await run("command", []);
    expect(status).toBe(2);
    expect(errors).toBe(
      "There is nothing to take messages from. Set HL7_PORT, a port for senders, or HL7_DIR, a folder. Or name files.\n",
    );
  });

  test("explains itself, also where it is used wrongly", async () => {
    const help = await run("command", ["--help"]);
    expect(help.status).toBe(0);
    expect(help.said).toContain("Usage: npm run feed");
    const wrong = await run("command", ["--dir=x"]);
    expect(wrong.status).toBe(2);
    expect(wrong.errors).toContain("Usage: npm run feed");
  });

  test("with a port that unknown senders could reach does not start", async () => {
    const open = { HL7_HOST: "0.0.0.0", HL7_PORT: "2575" };
    const { status, errors } = await run("command", [], open);
    expect(status).toBe(2);
    expect(errors).toContain("HL7_ALLOW: or HL7_TLS_CA is required");
  });
});

describe("npm run feed:send", () => {
  const port = onPort();
  const receiver = testReceiver((text): Receipt => {
    return text.includes("|bad|")
      ? { code: "AE", text: "no time", outcome: "unusable" }
      : { code: "AA", text: null, outcome: "stored" };
  });
  beforeEach(async () => {
    await port.open(receiver);
  });

  test("plays the messages of a file, and shows what each was answered", async () => {
    const file = path.join(here.folder, "day.hl7");
    writeFileSync(file, adt("1") + adt("bad") + adt("3"));
    const HL7_PORT = String(port.number);
    const sent = await run("send-command", [file, `--port=${HL7_PORT}`]);
    expect(sent).toEqual({
      status: 0,
      errors: "",
      said: "1 of 3: AA 1\n2 of 3: AE bad no time\n3 of 3: AA 3\nAnswers: 2 AA, 1 AE.",
    });
    expect(receiver.texts).toEqual([adt("1"), adt("bad"), adt("3")]);
    const again = await run("send-command", [file, "--delay=1"], { HL7_PORT });
    expect(again.status).toBe(0);
  });

  test("says that nobody listens, and of no database", async () => {
    const file = path.join(here.folder, "day.hl7");
    writeFileSync(file, adt("1"));
    // No test is given this port, as it would be one that a server has just left.
    const { status, errors } = await run("send-command", [file, "--port=1"]);
    expect([status, errors]).toEqual([
      1,
      "Nobody listens at 127.0.0.1:1.\nNot all messages were answered.\n",
    ]);
  }, 60_000);

  test("explains itself where it is asked to, and where it is used wrongly", async () => {
    const usage = "Usage: npm run feed:send";
    const help = await run("send-command", ["--help"]);
    expect(help).toMatchObject({ status: 0, errors: "" });
    expect(help.said).toContain(usage);
    for (const [args, words] of [
      [[], usage],
      [["a", "b"], usage],
      [["a", "--port=99999"], "--port takes a number from 1 to 65535."],
      [["a", "--what"], usage],
    ] as const) {
      const { status, errors } = await run("send-command", [...args]);
      expect([args, status]).toEqual([args, 1]);
      expect(errors).toContain(words);
    }
  });
});
