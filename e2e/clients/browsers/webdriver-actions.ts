import type { Engine, Key } from "./engine";

/** Keys as WebDriver numbers them, in its classic form and over a socket. */
const KEYS: Record<Key, string> = {
  Enter: "\uE007",
  Escape: "\uE00C",
};

/** Presses and types by what performs the actions of WebDriver. */
export function inputBy(
  perform: (actions: object[]) => Promise<unknown>,
): Pick<Engine, "pressAt" | "type" | "pressKey"> {
  async function typeKeys(keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await perform([{ type: "key", id: "keyboard", actions }]);
  }
  return {
    async pressAt(x, y) {
      const actions = [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      const parameters = { pointerType: "mouse" };
      await perform([{ type: "pointer", id: "mouse", parameters, actions }]);
    },
    type: (text) => typeKeys([...text]),
    pressKey: (key) => typeKeys([KEYS[key]]),
  };
}
