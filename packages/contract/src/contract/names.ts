/** Reports whether two names are the same but for case, underscores and hyphens: `customer_id`, `customerId`. */
export const alike = (one: string, other: string) => plain(one) === plain(other);
const plain = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

/** `categories` -> `category`, `boxes` -> `box`, `orders` -> `order`. */
export function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
