import fc from "fast-check";

/** What no form and no link of the portal has ever said. */
const ODD_TEXTS = [
  "",
  " ",
  "0",
  "-1",
  "-0",
  "1.5",
  "1e999",
  "1e3",
  "NaN",
  "Infinity",
  "0x10",
  "9007199254740993",
  "9223372036854775808",
  "99999999999999999999999999",
  "１０１",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "true",
  "[object Object]",
  "[]",
  "{}",
  '{"__proto__":{"a":1}}',
  '"',
  "%",
  "%zz",
  "a\r\nSet-Cookie: a=b",
  "\u0000",
  "\u0001\u001b[31m",
  "\ud800",
  "\ufffe\uffff",
  "\u202egnp.exe",
  "e\u0301\u0301\u0301",
  "İıſß",
  "🧓🏽👩‍⚕️",
  "</script><script>alert(1)</script>",
  "' OR 1=1 --",
  "../../../../etc/passwd",
  "//evil.example/",
  "=1+1",
  "a".repeat(1_000),
  "9".repeat(1_000),
  "é".repeat(600),
  "a".repeat(4_200),
  "((((a+)+)+)+)+$".repeat(20),
  "0000-01-01",
  "0000-00-00",
  "0001-01-01",
  "9999-12-31",
  "275760-09-13",
  "275761-01-01",
  "+275760-09-13",
  "-000001-01-01",
  "1900-02-29",
  "2024-02-29",
  "2025-02-29",
  "2025-02-30",
  "2026-13-01",
  "2026-1-1",
  "2026-03-08T02:30:00",
  "20260101",
];

/** A text of somebody who means no good; of `valid` ones, or nearly. */
export function hostileText(valid: readonly string[] = []) {
  const texts = [
    { weight: 5, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
    {
      weight: 1,
      arbitrary: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
    },
    {
      weight: 1,
      arbitrary: fc
        .date({ noInvalidDate: true })
        .map((day) => day.toISOString().split("T")[0] ?? ""),
    },
  ];
  if (valid.length === 0) return fc.oneof(...texts);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...valid) },
    { weight: 3, arbitrary: mutated(fc.constantFrom(...valid)) },
    ...texts,
  );
}

/** A text with something wrong about it. */
function mutated(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, fc.nat(MUTATIONS.length - 1)).map(([one, at]) => {
    const mutate = MUTATIONS[at];
    return mutate ? mutate(one) : one;
  });
}

const MUTATIONS: ((text: string) => string)[] = [
  (text) => `${text} `,
  (text) => ` ${text}`,
  (text) => text.toUpperCase(),
  (text) => text.slice(0, -1),
  (text) => text.slice(1),
  (text) => text + text,
  (text) => `-${text}`,
  (text) => `${text}\n`,
  (text) => `${text}.0`,
  (text) => `${text},${text}`,
  (text) => `${text}\u0000`,
  (text) => text.replace(/\d/g, "9"),
  (text) => text.replace(/[-_ ]/g, ""),
  (text) => [...text].reverse().join(""),
];

/** How somebody spells a name: mostly as it is. */
export function hostileName(name: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: name },
    { weight: 1, arbitrary: name.map((one) => `${one}[]`) },
    { weight: 1, arbitrary: name.map((one) => `${one}[0]`) },
    { weight: 1, arbitrary: name.map((one) => `${one}.x`) },
    { weight: 1, arbitrary: name.map((one) => one.toUpperCase()) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "__proto__",
        "constructor.prototype.x",
        "a[1000000].b",
        "",
        " ",
      ),
    },
  );
}

const GARBAGE = ["%", "%zz", "%ff", "%c0%80", "%00", "%ed%a0%80", "%0d%0a"];

/** A text as it stands in an address: encoded as it ought to be, or with garbage behind it. */
export function inAddress(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      text,
      fc.oneof(
        { weight: 15, arbitrary: fc.constant("") },
        { weight: 1, arbitrary: fc.constantFrom(...GARBAGE) },
      ),
    )
    .map(([one, garbage]) => percentEncoded(one) + garbage);
}

const HALF_A_PAIR = /\p{Surrogate}/gu;

/** Half a surrogate pair as the three bytes that a careless client sends for it; all else as in any link. */
export function percentEncoded(text: string): string {
  return text
    .split(HALF_A_PAIR)
    .map((part) => encodeURIComponent(part))
    .join("%ED%A0%80");
}
