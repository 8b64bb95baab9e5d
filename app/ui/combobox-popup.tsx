import { PageLink } from "./page-link";
import { memo, useEffect, useState, type MouseEvent } from "react";
import type { Combobox } from "./use-combobox";

/** The list is announced once typing has paused for this long. */
const SAY_AFTER_MS = 500;

export interface ComboboxOption {
  id: string | number;
  label: string;
  detail?: string | null;
  href?: string;
}

export interface ComboboxGroup {
  heading?: string;
  options: readonly ComboboxOption[];
  more?: string | null;
}

export function ComboboxPopup({
  combobox: { isOpen, active, list, hide },
  id,
  label,
  groups,
  above = [],
  below = "",
  said,
  onChoose,
}: {
  combobox: Combobox;
  id: string;
  label: string;
  groups: readonly ComboboxGroup[];
  above?: readonly string[];
  below?: string;
  /** Said while the list is open, once typing has stopped. */
  said: string;
  onChoose?: (id: string) => void;
}) {
  const isEmpty = groups.every(({ options }) => options.length === 0);
  const isBlank = isEmpty && above.length === 0 && below === "";

  function onClick(event: MouseEvent) {
    // A link that opens elsewhere, in a new tab say, leaves the list open.
    if (event.defaultPrevented) hide();
    const option = optionAt(event.target);
    if (option) onChoose?.(option.id.slice(id.length + 1));
  }

  return (
    <>
      <Spoken words={isOpen ? said : ""} />
      <div hidden={!isOpen || isBlank} className="combobox-popup">
        {above.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {/* The field has the focus and the keys. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={label}
          hidden={isEmpty}
          onClick={onClick}
        >
          {groups.map((group, index) => (
            <Group
              key={group.heading ?? index}
              listId={id}
              group={group}
              active={active}
            />
          ))}
        </div>
        {below === "" ? null : <p>{below}</p>}
      </div>
    </>
  );
}

function optionAt(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest("[role=option]") : null;
}

function Group({
  listId,
  group: { heading, options, more },
  active,
}: {
  listId: string;
  group: ComboboxGroup;
  active: string | null;
}) {
  const headingId = heading && `${listId}-${heading.toLowerCase()}`;
  return (
    <div {...(heading && { role: "group", "aria-labelledby": headingId })}>
      {heading ? (
        <div id={headingId} role="presentation">
          {heading}
        </div>
      ) : null}
      {options.map((option) => {
        const id = `${listId}-${option.id}`;
        return <Option key={id} {...option} id={id} isActive={id === active} />;
      })}
      {more ? <div role="presentation">{more}</div> : null}
    </div>
  );
}

/** Memoized, so that an arrow key draws two options again and not all. */
const Option = memo(function Option({
  id,
  label,
  detail,
  href,
  isActive,
}: ComboboxOption & { id: string; isActive: boolean }) {
  const attributes = { id, role: "option", "aria-selected": isActive } as const;
  return href === undefined ? (
    <div {...attributes}>{label}</div>
  ) : (
    <PageLink {...attributes} tabIndex={-1} to={href}>
      {label} {detail ? <span>{detail}</span> : null}
    </PageLink>
  );
});

function Spoken({ words }: { words: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}
