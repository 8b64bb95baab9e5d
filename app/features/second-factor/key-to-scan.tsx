import { useRefusal } from "./code-field";
import { FACTOR_FIELDS, type DrawnKey } from "./drawn-key";

/** A refused form has its own key again. */
export function KeyToScan({ drawn }: { drawn: DrawnKey }) {
  const { setUp, key, size, path } = useRefusal()?.drawn ?? drawn;
  return (
    <div>
      <input type="hidden" name={FACTOR_FIELDS.setUp} value={setUp} />
      <ol className="mx-4 list-decimal space-y-2 px-1">
        <li>
          Install an authenticator app on your phone, if you have none yet.
        </li>
        <li>
          Scan this picture with the app, or type the key into it.
          <svg
            role="img"
            aria-label="QR code with the key for your authenticator app"
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
            <dt className="text-sm font-medium">Key</dt>
            <dd>
              <code className="select-all">{key}</code>
              <span className="block text-sm text-muted">
                Time-based, 6 digits, 30 seconds
              </span>
            </dd>
          </dl>
        </li>
        <li>Type the code that the app shows.</li>
      </ol>
    </div>
  );
}
