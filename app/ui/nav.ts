export interface NavLink {
  text: string;
  href: string;
}

export type NavItem = NavLink | { text: string; href?: undefined };

export interface Tab extends NavLink {
  count?: { shown: string; of: string };
}

/** The tabs of a place, or of user administration. A page's loader returns those of its place as `nav`. */
export interface Nav {
  /** Null for user administration, and if unknown. */
  name: string | null;
  tabs: Tab[];
  /** How many of them have room in the bar of a phone. */
  onPhone: number;
  /** Sheets to print, and how to print the page itself. */
  prints: NavItem[];
  files: NavLink[];
}
