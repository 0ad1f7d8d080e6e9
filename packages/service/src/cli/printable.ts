/** A text in one line, without what terminals obey. */
export const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 200);
