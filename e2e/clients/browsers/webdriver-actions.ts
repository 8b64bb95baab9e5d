import type { Engine } from "./engine";

/** The code points of keys in WebDriver. */
const KEYS = { Enter: "\uE007", Escape: "\uE00C" };

/** Input by the actions that WebDriver and WebDriver BiDi share. */
export function inputBy(
  perform: (actions: object[]) => Promise<unknown>,
): Pick<Engine, "pressAt" | "type" | "pressKey"> {
  const typeKeys = (keys: readonly string[]) => {
    const actions = keys.flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    return perform([{ type: "key", id: "keyboard", actions }]);
  };
  return {
    pressAt(x, y) {
      const actions = [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      const parameters = { pointerType: "mouse" };
      return perform([{ type: "pointer", id: "mouse", parameters, actions }]);
    },
    type: (text) => typeKeys([...text]),
    pressKey: (key) => typeKeys([KEYS[key]]),
  };
}
