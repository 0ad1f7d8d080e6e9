/** Keys that the service fills itself, in any case. */
const reservedKeys = [
  'DOMAIN',
  'MAILING-DOMAIN',
  'NAME',
  'CUSTOMER-ACCOUNT-NAME',
  'RSS',
  'ATOM',
  'WEBSITE',
  'BLOG',
  'CDN-DOMAIN',
];

/** Describes what is wrong with the keys of placeholders that are set together. Returns `undefined` if they are valid. */
export function keysFault(placeholders: { key: string }[]): string | undefined {
  const seen = new Set<string>();
  for (const { key } of placeholders) {
    if (reservedKeys.includes(key.toUpperCase())) {
      return `key "${key}" is reserved; ${reservedKeys.join(', ')} are filled by the service`;
    }
    if (seen.has(key)) return `key "${key}" is given twice`;
    seen.add(key);
  }
  return undefined;
}
