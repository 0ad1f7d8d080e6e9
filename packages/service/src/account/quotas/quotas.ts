import { type ApiError, conflict } from '@mailwright/server';

/** What an account may keep, by the name of the quota; documented in docs/guides/limits.md and in the description. */
export const quotas = {
  contacts: { usual: 10_000_000, unit: 'contacts' },
  'contact-filters': { usual: 200, unit: 'contact filters' },
  templates: { usual: 10_000, unit: 'templates' },
  mailings: { usual: 100_000, unit: 'mailings' },
  'media-bytes': { usual: 1024 * 1024 * 1024, unit: 'bytes of images' },
  transactions: { usual: 10_000_000, unit: 'transactions' },
  'idempotency-keys': { usual: 1_000_000, unit: 'Idempotency-Keys of the last 24 hours' },
} as const;

export type QuotaName = keyof typeof quotas;

export const quotaNames = Object.keys(quotas) as QuotaName[];

export function isQuotaName(name: string): name is QuotaName {
  return Object.hasOwn(quotas, name);
}

/** The answer to a request that would keep more than the account may. */
export function beyondQuota(name: QuotaName, quota: number): ApiError {
  const remedy =
    name === 'idempotency-keys' ? 'Wait until older ones are forgotten' : 'Delete some that are not needed any more';
  return conflict(
    `The account may keep ${quota} ${quotas[name].unit} (quota "${name}"), and this would be more. ${remedy}, or ask the operator of the service for a higher quota.`,
  );
}
