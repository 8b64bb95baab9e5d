/** Id of what holds a page: the skip link and what has been done lead there. */
export const MAIN_ID = "main";
