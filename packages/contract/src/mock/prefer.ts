import { type HeaderLines, headerValues } from '../exchange/exchange.ts';

/** Preferences that a client sends to the mock (RFC 7240). */
export interface Preferences {
  /** Status to answer with. */
  code?: number;
  /** Name of the example to answer with. */
  example?: string;
  /** A made-up body in place of an example. */
  dynamic?: boolean;
}

/** `Prefer: code=404`, `Prefer: example=none, dynamic=true`; what it does not know it ignores. */
export function readPreferences(headers: HeaderLines): Preferences {
  const all = headerValues(headers, 'prefer').flatMap((line) => line.split(/[,;]/));
  const pairs = new Map(
    all.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [
        name.trim().toLowerCase(),
        value
          .join('=')
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ];
    }),
  );
  const [code, example] = [pairs.get('code') ?? '', pairs.get('example')];
  return {
    ...(/^[1-5]\d\d$/.test(code) ? { code: Number(code) } : {}),
    ...(example ? { example } : {}),
    ...(pairs.has('dynamic') ? { dynamic: pairs.get('dynamic') !== 'false' } : {}),
  };
}
