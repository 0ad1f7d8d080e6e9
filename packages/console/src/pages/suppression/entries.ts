/** Reads the entries that somebody typed or pasted: one per line, or with commas, semicolons or spaces between. */
export const parseEntries = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
