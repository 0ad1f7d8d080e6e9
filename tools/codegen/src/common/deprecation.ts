import type { Operation } from '../model/model.ts';

type Announced = Pick<Operation, 'deprecated' | 'deprecatedSince' | 'sunset'>;

/** Returns the days of a deprecated operation as a sentence; empty without days: `Since 2027-02-01; may be gone from 2028-02-01.` */
export function deprecationDays({ deprecatedSince, sunset }: Announced): string {
  const since = deprecatedSince === undefined ? '' : `Since ${deprecatedSince}`;
  const end = sunset === undefined ? '' : `may be gone from ${sunset}`;
  const text = [since, end].filter(Boolean).join('; ');
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns what readers of an operation must know before they use it; nothing if it stays. */
export function deprecationNotice(operation: Announced): string | undefined {
  return operation.deprecated ? `Deprecated. ${deprecationDays(operation)}`.trim() : undefined;
}
