import { useState } from "react";
import type { AccessLevel } from "~/domain/access/ranks";
import { cellName } from "~/features/embedded-reports/rules/report-access";
import { reportAccessWords as words } from "~/features/embedded-reports/rules/report-access-words";
import {
  dropNotices,
  showNotice,
} from "~/features/shell/notices/client-notices";
import { cellId, type AccessRow } from "./access-form";
import type { CellSaving } from "./use-access-cell";

/** What went wrong with a cell, by the id of its box. */
export type CellErrors = Readonly<Record<string, string>>;

/** What the page says of cells that are saved as they are clicked; `unexpected` stands for a failure nobody explains. */
export function useSavedCells(unexpected: string) {
  const [errors, setErrors] = useState<CellErrors>({});
  const [news, setNews] = useState("");

  function forget(id: string) {
    const text = errors[id];
    if (text === undefined) return;
    dropNotices((notice) => notice.text === text);
    setErrors(({ [id]: _, ...others }) => others);
  }

  function savingOf(
    row: AccessRow,
    level: AccessLevel,
    csrfToken: string,
  ): CellSaving {
    const id = cellId(row.id, level);
    const name = cellName(row.title, level);
    return {
      csrfToken,
      unexpected,
      onSaving() {
        forget(id);
        setNews(`${words.saving} ${name}`);
      },
      onSaved() {
        setNews("");
        showNotice({ tone: "success", text: words.updated });
      },
      onFailed(text) {
        setNews("");
        const told = `${name}: ${text}`;
        setErrors((before) => ({ ...before, [id]: told }));
        showNotice({ tone: "error", text: told });
      },
    };
  }

  return { errors, news, savingOf };
}
