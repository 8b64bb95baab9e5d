const list = (text: string) => text.trim().split(/,\s+/);

/** Invented names: no real place, company or person is meant. */
export const DIVISION_NAMES = ["Norvale", "Estmarch", "Sundrel"];

export const REGION_NAMES = list(`
  Tarnwick, Osquill, Brindmere, Calverin, Dunmorrow, Elsbarrow, Fallowend,
  Grestwold`);

export const FACILITY_WORDS = list(`
  Velmora, Harrowick, Quillbrook, Amberlyn Fold, Stonewarden, Lindeth Rise,
  Corvenham, Maplewarren, Yarrowdene, Bellisgate, Thistlemarch, Orlanmere,
  Pennifold, Wexcombe Lea, Fernhallow, Darrowmead, Ivelstone, Kestrelby,
  Rushmarden, Silverholt Way, Tolverne, Umberleigh Knoll, Wrenfold,
  Ashmarrow, Brackenhythe, Cloverwick, Dovermarch, Eldersbourne,
  Foxglade End, Garlandry, Heronsfleet, Ostermarrow Nook, Juniperdale Rise,
  Kingsmarrow, Larkspurrow, Millharrow, Nettlecombe Fold, Oakenshire Bend,
  Primrowe, Quarrendon Hythe`);

export const FACILITY_KINDS = list(`
  Care Center, Rehabilitation & Nursing, Health & Rehab, Post-Acute Care,
  Nursing Center`);

/** Each region's nearest hospital comes first. */
export const HOSPITALS = [
  "Tarnwick General Hospital, St. Orvane Medical Center",
  "Osquill Regional Hospital, Quarrington Memorial Hospital",
  "Brindmere Hospital, St. Hallow Medical Center, Mereford Hospital",
  "Calverin University Hospital, Calverin Heart Hospital",
  "Dunmorrow Community Hospital, St. Tamsin Hospital",
  "Elsbarrow Medical Center, Barrowfield Hospital",
  "Fallowend General Hospital, Wrenfield Hospital",
  "Grestwold Hospital, St. Ebbing Medical Center",
].map(list);

export const UNITS = list("1 North, 1 South, 2 North, 2 South, Rehab");
export const LONG_STAY_UNITS = list("1 North, 2 North, Memory care");

export const FIRST_NAME_HEADS = list(`
  Bel, Cor, Dar, Fen, Hal, Jor, Kel, Lor, Mir, Nel, Or, Per, Ros, Sel, Tam,
  Ul, Ver, Wen, Yor, Zan`);
export const FIRST_NAME_TAILS = list(`
  adine, avin, bert, dric, elis, enna, issa, ith, mund, olan, rica, wyn`);
export const LAST_NAME_HEADS = list(`
  Ash, Brin, Cald, Drun, Eld, Farn, Gorl, Hask, Inver, Jast, Kett, Lorn,
  Mund, Norv, Ostr, Pell, Quar, Rusk, Stav, Thorn, Umb, Vand, Wex, Yarl,
  Zell`);
export const LAST_NAME_TAILS = list(`
  aby, acre, ander, aster, bourne, ecott, elow, erby, ingale, mere, orrow,
  ovitz, quist, sley, umbe, wick`);

export const SPECIALTIES = list(`
  Geriatric Medicine, Internal Medicine, Family Medicine,
  Physical Medicine & Rehabilitation, Pulmonary Disease`);
export const CREDENTIALS = ["MD", "MD", "DO", "NP", "PA-C"];
export const EMPLOYERS = [
  "Velmora Physician Partners",
  "Osquill Senior Medicine, PLLC",
  "Brindmere Bedside Group",
  "Harrowick Long-Term Care Associates",
];
export const TELEHEALTH_PROVIDERS = list(`
  Drun Telehealth, Convergence Night Team A, Convergence Night Team B`);
