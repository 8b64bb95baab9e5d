import { connect as connectPlain, isIP } from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { parseArgs } from "node:util";
import { withPlayedTimes } from "~/features/messages/rules/played-times";
import { Er7Message } from "~/features/messages/rules/hl7/er7";
import { decodeMessage } from "~/features/messages/rules/hl7/charset";
import { CommandError } from "~server/command-line/command-error";
import { runCommand } from "~server/command-line/run-on-store";
import {
  isFhir,
  isFhirFile,
  messagesOf,
  readWhole,
} from "./transport/feed-files";
import { openSender } from "./transport/mllp-client";

const HL7_PORT = 2575;

const USAGE = `Usage: npm run feed:send -- FILE [--host=HOST] [--port=PORT] [--delay=MS] [--tls]
       npm run -s feed:send -- FILE --print

Plays the messages of a file (HL7 v2) to a port by MLLP, and shows what each is answered. Each message waits for the answer to
the one before. Where the connection is lost the message is sent again.

{{now}}, {{today-1}} and {{today-1 08:15}} in the file become times of New York, so that a day of examples is always of today.

  --host   where to, by default HL7_HOST
  --port   by default HL7_PORT, or 2575
  --delay  milliseconds between two messages
  --tls    with TLS. NODE_EXTRA_CA_CERTS names the file of an authority of your own
  --print  sends nothing, and writes the file with its times filled in

The exit status is 0 when each message was answered, whatever the answers are.
`;

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        host: { type: "string" },
        port: { type: "string" },
        delay: { type: "string", default: "0" },
        tls: { type: "boolean", default: false },
        print: { type: "boolean", default: false },
      },
    });
    const [file, ...others] = positionals;
    const isUsed = others.length === 0 && /^\d{1,6}$/.test(values.delay);
    return file && isUsed ? { ...values, file } : null;
  } catch {
    return null;
  }
}

async function readPlayed(file: string): Promise<Buffer> {
  const text = Buffer.from(await readWhole(file)).toString("latin1");
  const form = isFhirFile(file) ? "fhir" : "hl7";
  return Buffer.from(withPlayedTimes(text, new Date(), form), "latin1");
}

function describeAnswer(answer: Uint8Array): { code: string; line: string } {
  const msa = Er7Message.parse(decodeMessage(answer))?.first("MSA");
  const code = msa?.text(1) ?? "no answer in HL7";
  const said = [code, msa?.text(2), msa?.text(3)];
  return { code, line: said.filter(Boolean).join(" ") };
}

function unanswered(error: unknown, where: string): never {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ECONNREFUSED") {
    throw new CommandError(`Nobody listens at ${where}.`);
  }
  const why = error instanceof Error ? error.message : String(error);
  throw new CommandError(`${where} does not answer: ${why}.`);
}

await runCommand(async (settings) => {
  if (process.argv.includes("--help")) {
    process.stdout.write(USAGE);
    return;
  }
  const task = readArguments(process.argv.slice(2));
  if (!task) throw new CommandError(USAGE);
  const port = Number(task.port ?? settings.HL7_PORT ?? HL7_PORT);
  const delayMs = Number(task.delay);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new CommandError("--port takes a number from 1 to 65535.");
  }
  const bytes = await readPlayed(task.file);
  if (task.print) {
    process.stdout.write(bytes);
    return;
  }
  const host = task.host ?? settings.HL7_HOST;
  if (isFhir(bytes, task.file)) {
    throw new CommandError("FHIR is not taken here.");
  }
  const messages = messagesOf(bytes, task.file);
  const sender = openSender({
    connect: () =>
      task.tls
        ? connectTls({ host, port, servername: isIP(host) ? "" : host })
        : connectPlain({ host, port }),
    attempts: 10,
    retryMs: 1_000,
    answerMs: 30_000,
  });
  const counts = new Map<string, number>();
  try {
    for (const [at, message] of messages.entries()) {
      if (at > 0 && delayMs > 0) await pass(delayMs);
      const answer = await sender
        .send(message)
        .catch((error: unknown) => unanswered(error, `${host}:${port}`));
      const { code, line } = describeAnswer(answer);
      counts.set(code, (counts.get(code) ?? 0) + 1);
      process.stdout.write(`${at + 1} of ${messages.length}: ${line}\n`);
    }
  } finally {
    sender.close();
  }
  const parts = [...counts].map(([code, count]) => `${count} ${code}`);
  process.stdout.write(`Answers: ${parts.join(", ")}.\n`);
}, "Not all messages were answered.");
