import { type ApiError, conflict } from '@mailwright/server-runtime';

/** Quotas of an account by name; documented in docs/guides/limits.md and in the description. */
export const quotas = {
  contacts: { default: 10_000_000, unit: 'contacts' },
  'contact-filters': { default: 200, unit: 'contact filters' },
  templates: { default: 10_000, unit: 'templates' },
  mailings: { default: 100_000, unit: 'mailings' },
  'media-bytes': { default: 1024 * 1024 * 1024, unit: 'bytes of images' },
  transactions: { default: 10_000_000, unit: 'transactions' },
  'idempotency-keys': { default: 1_000_000, unit: 'Idempotency-Keys of the last 24 hours' },
} as const;

export type QuotaName = keyof typeof quotas;

export const quotaNames = Object.keys(quotas) as QuotaName[];

export function isQuotaName(name: string): name is QuotaName {
  return Object.hasOwn(quotas, name);
}

/** The answer to a request that would keep more than the account may. */
export function beyondQuota(name: QuotaName, quota: number): ApiError {
  const remedy = name === 'idempotency-keys' ? 'Wait until older ones expire' : 'Delete some that you no longer need';
  return conflict(
    `The request would exceed the account's quota "${name}" of ${quota} ${quotas[name].unit}. ${remedy}, or ask the operator of the service for a higher quota.`,
  );
}
