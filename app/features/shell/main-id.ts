export const MAIN_ID = "main";
