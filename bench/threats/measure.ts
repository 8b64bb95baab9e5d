import {
  REFUSED_FORMS,
  STRANGE_FORMS,
} from "../../tests/threats/support/odd-forms.data";
import type { Chapter } from "../chapter";
import { ask, secondsUntilClosed, type Asked } from "./ask";
import {
  cpuMsOf,
  HOST,
  MANAGER,
  PASSWORD,
  servePortal,
  USERS,
  type ServedPortal,
} from "./served-portal";

const ATTEMPTS = 100;
const FORMS = 50;
const MOST_CPU_MS = 50;
const MOST_COOKIE_BYTES = 4_096;
const MOST_APART = 0.05;

/** What an attacker could measure, or make the portal pay: the chapter `threats` of `npm run bench`. */
export async function measureThreats(
  say: (progress: string) => void,
): Promise<Chapter> {
  const portal = await servePortal();
  try {
    say("slow clients, a minute");
    const [head, form] = await Promise.all([
      secondsUntilClosed(portal, `GET /login HTTP/1.1\r\nHost: ${HOST}\r\nX: `),
      secondsUntilClosed(
        portal,
        `POST /login HTTP/1.1\r\nHost: ${HOST}\r\nOrigin: https://${HOST}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nusername=`,
      ),
    ]);
    say("sign-ins that fail");
    const times = await failedSignIns(portal);
    const apart = Math.abs(times.known - times.unknown) / times.known;
    say("odd forms");
    const { rows, worst, cookieBytes } = await oddForms(portal);
    return {
      title: "What an attacker measures",
      tables: [
        {
          caption: `Sign-ins that fail, ${2 * ATTEMPTS} interleaved`,
          columns: ["username", "median"],
          rows: [
            ["known", ms(times.known)],
            ["unknown", ms(times.unknown)],
          ],
        },
        {
          caption: "A client that stops sending is let go of",
          columns: ["in the middle of", "after"],
          rows: [
            ["the head of a request", `${head.toFixed(0)} s`],
            ["a form", `${form.toFixed(0)} s`],
          ],
        },
        {
          caption: `Odd forms, sent ${FORMS} times to /users/add`,
          columns: ["form", "CPU of one"],
          rows,
        },
      ],
      budgets: [
        {
          what: "sign-in medians apart",
          budget: `${MOST_APART * 100} %`,
          measured: `${(apart * 100).toFixed(1)} %`,
          isMet: apart <= MOST_APART,
        },
        {
          what: "CPU of the worst odd form",
          budget: ms(MOST_CPU_MS),
          measured: ms(worst),
          isMet: worst <= MOST_CPU_MS,
        },
        {
          what: "cookies of a signed-in browser",
          budget: `${MOST_COOKIE_BYTES} bytes`,
          measured: `${cookieBytes} bytes`,
          isMet: cookieBytes <= MOST_COOKIE_BYTES,
        },
      ],
    };
  } finally {
    await portal.stop();
  }
}

/** Medians in milliseconds; each attempt comes from an address of its own, so that none waits. */
async function failedSignIns(
  portal: ServedPortal,
): Promise<{ known: number; unknown: number }> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let at = 0; at < ATTEMPTS; at++) {
    const name = USERS[at % USERS.length] ?? "";
    known.push(await failedSignIn(portal, name, `198.51.100.${at + 1}`));
    const stranger = `strange-${at % USERS.length}`;
    unknown.push(await failedSignIn(portal, stranger, `203.0.113.${at + 1}`));
  }
  return { known: median(known), unknown: median(unknown) };
}

async function failedSignIn(
  portal: ServedPortal,
  username: string,
  address: string,
): Promise<number> {
  const answer = await signIn(
    portal,
    { username, password: "wrong" },
    { address },
  );
  if (answer.status !== 400) throw new Error(`status ${answer.status}`);
  return answer.ms;
}

function signIn(
  portal: ServedPortal,
  fields: Record<string, string>,
  asked: Asked = {},
) {
  const body = new URLSearchParams(fields).toString();
  return ask(portal, "/login", { ...asked, body });
}

async function oddForms(portal: ServedPortal) {
  const { cookies } = await signIn(portal, {
    username: MANAGER,
    password: PASSWORD,
  });
  const cookie = cookies.join("; ");
  const page = await ask(portal, "/change-password", { cookie });
  const field = /<input[^>]*name="csrf"[^>]*>/.exec(page.text)?.[0] ?? "";
  const csrf = /value="([^"]+)"/.exec(field)?.[1] ?? "";
  const forms: [name: string, body: string | Buffer][] = [
    ...REFUSED_FORMS.map(([name, , body]): [string, string | Buffer] => [
      name,
      body,
    ]),
    ...STRANGE_FORMS.map(([name, body]): [string, string] => [
      name,
      `csrf=${csrf}&${body}`,
    ]),
  ];
  const rows: [string, string][] = [];
  let worst = 0;
  for (const [name, body] of forms) {
    const before = cpuMsOf(portal.pid);
    for (let at = 0; at < FORMS; at++) {
      await ask(portal, "/users/add", { body, cookie });
    }
    const after = cpuMsOf(portal.pid);
    const each =
      before === null || after === null ? NaN : (after - before) / FORMS;
    worst = Math.max(worst, each);
    rows.push([name, Number.isNaN(each) ? "not told" : ms(each)]);
  }
  return { rows, worst, cookieBytes: Buffer.byteLength(cookie) };
}

function median(values: readonly number[]): number {
  return (
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
  );
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
