import type { Key } from "./engine";

/** Keys as WebDriver numbers them, in its classic form and over a socket. */
const KEYS: Record<Key, string> = {
  Enter: "\uE007",
  Escape: "\uE00C",
};

export function pressActions(x: number, y: number): object[] {
  return [
    {
      type: "pointer",
      id: "mouse",
      parameters: { pointerType: "mouse" },
      actions: [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ],
    },
  ];
}

function keyActions(letters: readonly string[]): object[] {
  const actions = letters.flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return [{ type: "key", id: "keyboard", actions }];
}

export function typeActions(text: string): object[] {
  return keyActions([...text]);
}

export function pressKeyActions(key: Key): object[] {
  return keyActions([KEYS[key]]);
}
