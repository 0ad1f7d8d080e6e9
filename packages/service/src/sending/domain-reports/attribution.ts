import type { PublishedPolicy } from './reading/report.ts';

/**
 * Returns the domain of the account that mails count for: that of `From`, or the one that a receiver found the policy at and that
 * `From` lies at or below. Undefined if neither is a sender domain of the account: mails of others are not its business.
 */
export function attributeMails(
  own: ReadonlySet<string>,
  policyDomain: string,
  from: string | undefined,
): string | undefined {
  if (from !== undefined && own.has(from)) return from;
  const isBelow = from === undefined || from === policyDomain || from.endsWith(`.${policyDomain}`);
  return isBelow && own.has(policyDomain) ? policyDomain : undefined;
}

/** Returns the policy that applies to a domain, by the record that a receiver found at it or above. */
export function policyFor(
  domain: string,
  report: { domain: string; policy: PublishedPolicy | undefined; subdomainPolicy: PublishedPolicy | undefined },
): PublishedPolicy | undefined {
  return domain === report.domain ? report.policy : (report.subdomainPolicy ?? report.policy);
}
