import { useEffect, useRef, type ReactNode } from "react";
import type { AccessLevel } from "~/domain/access/ranks";
import {
  canToggle,
  cellName,
} from "~/features/embedded-reports/rules/report-access";
import { RepeatingIcon } from "~/ui/state-icons";
import { cellId, reasonId, ticksField, type AccessRow } from "./access-form";
import { useAccessCell, type CellSaving } from "./use-access-cell";

export interface AccessCellProps {
  row: AccessRow;
  level: AccessLevel;
  /** Id of the words that say why it was not saved. */
  errorId: string | null;
}

const BOX = "h-6 w-6 accent-accent disabled:opacity-50";

function attributesOf({ row, level, errorId }: AccessCellProps) {
  const isClosed = !canToggle(row, level);
  return {
    id: cellId(row.id, level),
    type: "checkbox",
    name: ticksField(row.id),
    value: level,
    "aria-label": cellName(row.title, level),
    "aria-describedby": isClosed ? reasonId(row.id) : (errorId ?? undefined),
    disabled: isClosed,
    className: BOX,
  } as const;
}

/** A box of the form, which counts once that is saved. */
export function FormCell(props: AccessCellProps) {
  const { row, level } = props;
  return (
    <Place isBusy={false}>
      <input
        {...attributesOf(props)}
        defaultChecked={row.ticked.includes(level)}
      />
    </Place>
  );
}

/** A box that counts at once. */
export function LiveCell({
  saving,
  ...props
}: AccessCellProps & { saving: CellSaving }) {
  const { row, level } = props;
  const box = useRef<HTMLInputElement>(null);
  const { isTicked, isBusy, toggle } = useAccessCell(
    { reportId: row.id, level, isAllowed: row.roles.includes(level) },
    saving,
  );
  // It may have been clicked before scripts were here.
  useEffect(() => {
    const isTickedNow = box.current?.checked;
    if (isTickedNow !== undefined && isTickedNow !== isTicked) {
      toggle(isTickedNow);
    }
    // Only once: afterwards the box follows.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <Place isBusy={isBusy}>
      <input
        {...attributesOf(props)}
        ref={box}
        checked={isTicked}
        onChange={({ target }) => toggle(target.checked)}
      />
    </Place>
  );
}

/** The spinner has its place from the start, so that nothing moves. */
function Place({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <span className="stacked:mb-2 flex w-20 items-center justify-center gap-1 stacked:justify-start">
      <span className="w-4 stacked:hidden" />
      {children}
      <span className="flex h-4 w-4 text-accent">
        {isBusy ? (
          <span
            data-busy=""
            className="flex animate-spin motion-reduce:animate-none"
          >
            <RepeatingIcon />
          </span>
        ) : null}
      </span>
    </span>
  );
}
