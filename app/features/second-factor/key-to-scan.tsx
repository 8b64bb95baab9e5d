import { signInWords as words } from "./rules/sign-in-words";
import { FACTOR_FIELDS, type DrawnKey } from "./drawn-key";

export function KeyToScan({ drawn }: { drawn: DrawnKey }) {
  const { setUp, key, size, path } = drawn;
  return (
    <div>
      <input type="hidden" name={FACTOR_FIELDS.setUp} value={setUp} />
      <ol className="mx-4 list-decimal space-y-2 px-1">
        <li>{words.stepApp}</li>
        <li>
          {words.stepScan}
          <svg
            role="img"
            aria-label={words.picture}
            viewBox={`0 0 ${size} ${size}`}
            width={size * 5}
            height={size * 5}
            shapeRendering="crispEdges"
            className="mt-2 block max-w-full rounded border border-hairline"
          >
            {/* Dark on white in every scheme of colours: scanners want it so. */}
            <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
            <path fill="#000" d={path} />
          </svg>
          <dl className="mt-2">
            <dt className="text-sm font-medium">{words.key}</dt>
            <dd>
              <code className="select-all">{key}</code>
              <span className="block text-sm text-muted">{words.keyHint}</span>
            </dd>
          </dl>
        </li>
        <li>{words.stepCode}</li>
      </ol>
    </div>
  );
}
