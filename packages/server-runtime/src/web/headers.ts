/** Headers of every answer that has none of its own by these names: a browser executes, frames, stores and guesses nothing. */
export const strictHeaders: readonly [name: string, value: string][] = [
  ['Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
];

/** Adds the strict headers that an answer does not have. */
export function addStrictHeaders(headers: {
  has(name: string): boolean;
  set(name: string, value: string): unknown;
}): void {
  for (const [name, value] of strictHeaders) if (!headers.has(name)) headers.set(name, value);
}

/** Headers of a page for people, which has a policy of its own. */
export const pageHeadersWith = (policy: string): Record<string, string> => ({
  ...Object.fromEntries(strictHeaders.map(([name, value]) => [name.toLowerCase(), value])),
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});

/**
 * Returns the origin of an address as a source of a Content-Security-Policy, or `undefined` if it cannot be one. Hosts of URLs may
 * have `;` and `,`, which would begin another directive or policy.
 */
export function policySource(url: string): string | undefined {
  const { origin } = new URL(url);
  return /^https?:\/\/[\w.-]+(?::\d+)?$/.test(origin) ? origin : undefined;
}
