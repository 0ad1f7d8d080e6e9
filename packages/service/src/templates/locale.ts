/** Locale of mailings that have none of their own. */
export const defaultLocale = 'en';
