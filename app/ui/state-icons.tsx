import { icon } from "./icons";

export const WaitingIcon = icon(
  <>
    <circle cx="8" cy="8" r="6.5" />
    <path d="M8 4.2V8l2.8 2" />
  </>,
);

export const UnderWayIcon = icon(
  <path d="M3.5 1.8h9M3.5 14.2h9M4.5 1.8c0 3.4 7 4 7 6.2s-7 2.8-7 6.2M11.5 1.8c0 3.4-7 4-7 6.2s7 2.8 7 6.2" />,
);

export const RepeatingIcon = icon(
  <path d="M13.5 8a5.5 5.5 0 0 1-10 3.2M2.5 8a5.5 5.5 0 0 1 10-3.2M13 1.8v3.4H9.6M3 14.2v-3.4h3.4" />,
);

export const FailedIcon = icon(
  <>
    <circle cx="8" cy="8" r="6.5" />
    <path d="m5.5 5.5 5 5m0-5-5 5" />
  </>,
);

export const UnknownIcon = icon(
  <>
    <circle cx="8" cy="8" r="6.5" />
    <path d="M6 6.3c0-2.6 4-2.6 4 0 0 1.5-2 1.5-2 3M8 11.3v.3" />
  </>,
);
