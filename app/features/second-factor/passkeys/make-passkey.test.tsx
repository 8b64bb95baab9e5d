// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MakePasskey } from "./make-passkey";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const QUESTION = {
  attempt: "sealed",
  challenge: "AAAA",
  rp_id: "localhost",
  user: { id: "AAAA", name: "ada" },
  exclude: [],
};
const ORIGIN = "http://localhost:3000";

interface Case {
  address: string;
  origin?: string;
  hasPasskeys?: boolean;
}

function show({ address, origin, hasPasskeys = true }: Case) {
  vi.stubGlobal("location", new URL(address));
  if (hasPasskeys) {
    vi.stubGlobal("PublicKeyCredential", class {});
    vi.stubGlobal("navigator", { credentials: {} });
  }
  const question = origin ? { ...QUESTION, origin } : QUESTION;
  render(
    <MakePasskey question={question} siteName="Sojourn" onMade={() => {}} />,
  );
}

test.each<Case>([
  { address: "http://localhost:3000/", origin: ORIGIN },
  // A host that names the domain alone.
  { address: "http://localhost:8080/" },
])("a passkey can be made where answers are taken: %j", (where) => {
  show(where);
  expect(screen.getByRole("button", { name: "Make a passkey" })).toBeTruthy();
});

test.each<Case & { begins: string }>([
  { address: "http://localhost:8080/", origin: ORIGIN, begins: ORIGIN },
  { address: "https://localhost:3000/", origin: ORIGIN, begins: ORIGIN },
  { address: "http://127.0.0.1:3000/", origin: ORIGIN, begins: ORIGIN },
  { address: "http://127.0.0.1:3000/", begins: "localhost" },
  // Browsers tell of passkeys at safe addresses alone, so that nothing is known of this one.
  {
    address: "http://192.0.2.1:3000/",
    origin: ORIGIN,
    hasPasskeys: false,
    begins: ORIGIN,
  },
])("elsewhere a sentence says where: %j", ({ begins, ...where }) => {
  show(where);
  expect(screen.queryByRole("button")).toBeNull();
  expect(
    screen.getByText(
      `Passkeys of this portal can be used only where its address begins with ${begins}.`,
    ),
  ).toBeTruthy();
});

test("there, a browser without passkeys is told that it has none", () => {
  show({ address: ORIGIN, origin: ORIGIN, hasPasskeys: false });
  expect(screen.getByText("This browser knows no passkeys.")).toBeTruthy();
});
