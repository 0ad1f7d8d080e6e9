/**
 * The form in which texts are compared and put in order: without upper and lower case, and with accents behind their
 * letters, so that é stands between e and f. Made here and stored, since databases fold in ways of their own.
 */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFD');
}
