import type { ReactElement, ReactNode } from "react";

export function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      className="icon"
    >
      {children}
    </svg>
  );
}

export function icon(lines: ReactElement) {
  return function LineIcon() {
    return <Icon>{lines}</Icon>;
  };
}

export const AlertIcon = icon(
  <path d="M8 2 14.5 13.5h-13ZM8 6.5v3.2M8 11.4v.3" />,
);

export const CheckIcon = icon(<path d="m2.5 8.5 3.5 4 7.5-9" />);

export const InfoIcon = icon(
  <>
    <circle cx="8" cy="8" r="6.5" />
    <path d="M8 7.2v4M8 4.6v.3" />
  </>,
);

export const CloseIcon = icon(<path d="m3.5 3.5 9 9m0-9-9 9" />);

export const CaretIcon = icon(<path d="m4 6 4 4 4-4" />);

export const EyeIcon = icon(
  <>
    <path d="M1.5 8Q8 .5 14.5 8 8 15.5 1.5 8Z" />
    <circle cx="8" cy="8" r="2" />
  </>,
);

export const EyeClosedIcon = icon(
  <path d="M1.5 7q6.5 6.5 13 0M8 10.4v2.4M4 9.4l-1.2 2M12 9.4l1.2 2" />,
);

export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </>,
);

export const NobodyIcon = icon(
  <>
    <circle cx="8" cy="5" r="2.8" strokeDasharray="2 1.5" />
    <path d="M2.5 14q0-4.5 5.5-4.5t5.5 4.5" strokeDasharray="2 1.5" />
  </>,
);
