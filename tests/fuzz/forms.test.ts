import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "../pages/support/census";
import { PORTAL_START_TIMEOUT_MS } from "../pages/support/portal";
import { ASKING, OWNER, STEPPING } from "./support/census.data";
import { costOfPlainPage, expectCheap } from "./support/cost";
import { formsOf, nameOfForm, type PageForm } from "./support/forms";
import { hostileName, hostileText, percentEncoded } from "./support/hostile";
import { PARAMETERS, FIELD_VALUES, usual } from "./support/known-values.data";
import { builtRoutes } from "./support/manifest";
import { FUZZ_TIMEOUT_MS, runs } from "~server/testing/property-runs";
import {
  startWatchedPortal,
  type Sending,
  type WatchedPortal,
} from "./support/watched-portal";
import { expectWell } from "./support/well";

const CSRF = "csrf";
const RUNS_PER_FORM = 10;
/** Each of them signs in again, which costs a password check. */
const RUNS_OF_ENDING = 4;
/** Pages with a form that the plain address of their route does not show. */
const FURTHER_PAGES = [
  "/users/add?update=1",
  "/reports/after-hours-patient-report/?hours=72",
  "/reviews/1?step=change",
  "/reviews?list=actions",
  `/sign-in-settings/remove-passkey?passkey=${PARAMETERS.passkey?.[0]}`,
];

const routes = await builtRoutes();

let portal: WatchedPortal;
let plainMs: number;
let signInMs: number;
let forms: Map<string, PageForm>;
const tokens = new Map<string, string>();

beforeAll(async () => {
  portal = await startWatchedPortal();
  forms = await collectForms();
  plainMs = await costOfPlainPage(portal, {
    path: "/facility-profile/101",
    as: "company",
  });
  const signIn = await portal.send({
    method: "POST",
    path: "/login",
    as: null,
    body: encoded([
      ["username", "other-20"],
      ["password", PASSWORD],
    ]),
  });
  expect(signIn.status).toBe(302);
  signInMs = signIn.cpuMs;
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());

describe("every form of the portal", () => {
  it("is found: each route that takes one has one, but for those that scripts alone send to", () => {
    const taking = routes.filter(({ hasAction }) => hasAction);
    const withoutForm = taking.filter(
      (route) =>
        ![...forms.values()].some(
          ({ action }) => pathOf(action) === pathOf(usual(route)),
        ),
    );
    expect(withoutForm.map(({ id }) => id)).toEqual([
      "routes/$",
      "routes/medical-staff-data",
      // Its form is there only where Power BI can be asked.
      "routes/report-token.$slug",
      "routes/script-errors",
      "routes/session",
      // Its form is there once an authenticator has made a passkey.
      "routes/sign-in-settings_.add-passkey",
    ]);
  });

  it(
    "is answered, whatever stands in its fields, at no great cost",
    async () => {
      expect(forms.size).toBeGreaterThan(10);
      for (const form of forms.values()) await expectAnswered(form);
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    "is answered by the routes that scripts send to",
    async () => {
      for (const action of [
        "/session",
        // Without Power BI a report that exists answers 502, which is true.
        "/report-token/nowhere",
        "/medical-staff-data",
        "/sign-in-settings/add-passkey",
        "/nowhere",
      ]) {
        await expectAnswered({
          action,
          as: "company",
          fields: [
            ["csrf", ""],
            ["intent", "active"],
            ["intent", "stay"],
          ],
        });
      }
    },
    FUZZ_TIMEOUT_MS,
  );
});

describe("afterwards", () => {
  it("the portal is well, and has logged no error", async () => {
    const { status } = await portal.send({ path: "/readiness", as: null });
    expect(status).toBe(200);
    expect(await portal.errors()).toEqual([]);
  });
});

async function collectForms(): Promise<Map<string, PageForm>> {
  const found = new Map<string, PageForm>();
  const paths = [...routes.map(usual), ...FURTHER_PAGES];
  // The later ones have the forms that several meet.
  for (const as of [OWNER, ...STEPPING, ...ASKING, null]) {
    for (const path of paths) {
      const { text, type } = await portal.send({ path, as });
      if (!type.startsWith("text/html")) continue;
      for (const form of formsOf(text, path, as)) {
        found.set(nameOfForm(form), form);
      }
    }
  }
  return found;
}

async function expectAnswered(form: PageForm): Promise<void> {
  const ends = form.action === "/logout";
  await fc.assert(
    fc.asyncProperty(sendingsOf(form), async ({ path, fields, address }) => {
      const token = hasSession(form.as) ? await tokenOf(form.as) : "";
      const sending: Sending = {
        method: "POST",
        path,
        as: form.as,
        body: encoded(
          fields.map(([name, value]) => [
            name,
            name === CSRF && value === CSRF ? token : value,
          ]),
        ),
        address,
      };
      const answer = await portal.send(sending);
      expectWell(answer);
      await expectCheap(portal, sending, answer, plainMs, 4 * signInMs);
      if (form.as !== null && (ends || answer.location === "/login")) {
        portal.forget(form.as);
        tokens.delete(form.as);
      }
    }),
    runs(ends ? RUNS_OF_ENDING : RUNS_PER_FORM),
  );
}

function hasSession(as: string | null): as is string {
  return as !== null && !STEPPING.some((one) => one === as);
}

async function tokenOf(username: string): Promise<string> {
  const held = tokens.get(username);
  if (held !== undefined) return held;
  const { text } = await portal.send({ path: "/search", as: username });
  const field = /<input[^>]*name="csrf"[^>]*>/.exec(text)?.[0] ?? "";
  const token = /value="([^"]+)"/.exec(field)?.[1];
  if (token === undefined) throw new Error(`${username} has no token`);
  tokens.set(username, token);
  return token;
}

type Field = [name: string, value: string];

function sendingsOf({ action, fields }: PageForm): fc.Arbitrary<{
  path: string;
  fields: Field[];
  address: string;
}> {
  const others = fields.filter(([name]) => name !== CSRF);
  const [path = "", query] = action.split("?");
  return fc.record({
    path: fc.constantFrom(
      action,
      action,
      `${path}?update=1`,
      `${path}?index`,
      path + (query ? `?${query}&_data=routes%2F%24` : "?_data=root"),
    ),
    fields: fc
      .tuple(
        fc.tuple(...others.map(mutatedField)),
        fc.array(furtherField(others), { maxLength: 2 }),
        csrfField(),
      )
      .map(([kept, further, csrf]) => [...kept.flat(), ...further, ...csrf]),
    address: fc.constantFrom("192.0.2.10", "192.0.2.11", "192.0.2.12"),
  });
}

/** The real field, or none, two of it, or one that holds something else. */
function mutatedField([name, value]: Field): fc.Arbitrary<Field[]> {
  const known = [value, ...(FIELD_VALUES[name] ?? [])];
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...known).map((one): Field[] => [[name, one]]),
    },
    { weight: 1, arbitrary: fc.constant<Field[]>([]) },
    {
      weight: 1,
      arbitrary: hostileText(known).map((one): Field[] => [
        [name, value],
        [name, one],
      ]),
    },
    {
      weight: 2,
      arbitrary: hostileText(known).map((one): Field[] => [[name, one]]),
    },
  );
}

function furtherField(fields: Field[]): fc.Arbitrary<Field> {
  const names = fields.map(([name]) => name);
  return fc.tuple(
    hostileName(fc.constantFrom(...names, "id", "access_level", "version")),
    hostileText(),
  );
}

function csrfField(): fc.Arbitrary<Field[]> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant<Field[]>([[CSRF, CSRF]]) },
    { weight: 1, arbitrary: fc.constant<Field[]>([]) },
    {
      weight: 1,
      arbitrary: hostileText().map((one): Field[] => [[CSRF, one]]),
    },
  );
}

function encoded(fields: Field[]): string {
  return fields.map((pair) => pair.map(percentEncoded).join("=")).join("&");
}

function pathOf(address: string): string | undefined {
  return address.split("?")[0];
}
