import { isIsoDay, usDayOf } from "~/domain/calendar";

/** Client, MRN, names, admission, discharge census and discharge of invented people. */
const ROWS = `
40101,MR-20417,Arlen,Quillfeather,2026-01-14,88012,2026-02-03
40102,MR-20422,Bettine,Marrowby,2026-01-15,,
40107,,Corwin,Ashdyke,2026-01-17,88020,2026-02-11
,MR-20438,Delphine,Oxley-Thorne,2026-01-19,88023,2026-01-30
40111,MR-20440,,Penhallow,2026-01-20,,2026-02-14
40112,MR-20441,Edric,,2026-01-22,88031,2026-03-01
40118,MR-20453,Fenella,Brackwater,,88037,2026-02-27
40119,MR-20455,Gideon,Starling-Webb,2026-01-25,,2026-02-20
40123,MR-20461,Hesper,Lowcastle,2026-01-28,88044,
40124,,Ivor,Tamblyn,,88046,2026-03-05
40130,MR-20470,Jocasta,Merrivale,2026-02-01,,
40131,MR-20472,,,2026-02-02,88053,2026-02-19
40134,MR-20478,Kester,Wyndlesham,2026-02-03,88055,
,,Lavena,Fairholt,2026-02-05,88058,2026-03-09
40141,MR-20486,Magnus,Trellwood,,,2026-03-11
40142,MR-20489,Nerissa,Hobday-Finch,2026-02-08,88064,2026-02-28
40147,MR-20495,Osric,,2026-02-10,88067,2026-03-15
40150,,,Cullingford,2026-02-11,,
,,,Vexley,,,
40153,MR-20507,Perpetua,Dunmarsh,2026-02-14,88075,
40156,MR-20511,Quentin,Orrery,2026-02-15,,2026-03-22
40158,MR-20514,Rosamund,Kettleby,,88081,2026-03-19
,MR-20520,Silas,Nettlefold,2026-02-19,88084,2026-03-24
40163,MR-20523,Tamsin,Underhay,2026-02-20,,
40167,,Ulric,Pellworth,2026-02-22,88090,2026-03-28
40168,MR-20531,Verity,Gatesmead,2026-02-24,88092,
40172,MR-20536,,Rookhope,2026-02-26,88097,2026-04-02
40175,MR-20540,Wystan,Ilderton,,,
40179,MR-20547,Xanthe,Chipperfield,2026-03-02,88104,2026-03-30
40182,MR-20551,Yorick,Zennorby,2026-03-04,,2026-04-06
`;

/** This screen makes no call (R222). */
export const INCOMPLETE_DATA_ROWS = ROWS.trim()
  .split("\n")
  .map((row) =>
    row
      .split(",")
      .map((text) => (isIsoDay(text) ? usDayOf(text) : text || null)),
  );
