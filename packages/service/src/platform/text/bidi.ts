/** Characters that open or close embeddings, overrides and isolates of writing directions (Unicode Standard Annex #9). */
const controls = /[\u202a-\u202e\u2066-\u2069]/;
const allControls = /[\u202a-\u202e\u2066-\u2069]/g;
const endOfEmbedding = '\u202c';
const endOfIsolate = '\u2069';

/**
 * Closes what a value opens, and drops ends of what it has not opened, so that it changes the direction of nothing but itself.
 * The marks of right-to-left texts stay.
 */
export function closeBidi(text: string): string {
  if (!controls.test(text)) return text;
  const open: string[] = [];
  const kept = text.replace(allControls, (control) => {
    if (control !== endOfEmbedding && control !== endOfIsolate) {
      open.push(control < '\u2066' ? endOfEmbedding : endOfIsolate);
      return control;
    }
    const at = control === endOfIsolate ? open.lastIndexOf(control) : open.at(-1) === control ? open.length - 1 : -1;
    if (at < 0) return '';
    open.length = at;
    return control;
  });
  return kept + open.reverse().join('');
}

/** Drops them all: names in lists of mails stand beside texts of others, and need none. */
export const withoutBidi = (text: string): string => (controls.test(text) ? text.replace(allControls, '') : text);
