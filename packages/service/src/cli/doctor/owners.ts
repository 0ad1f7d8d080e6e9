import type { SenderDomainListing } from '../../administration/sender-domains.ts';
import type { DkimRecord } from '../../sending/index.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/** Reports domains that belong to several accounts, and those whose keys sign nothing because nobody has them. */
export function checkOwners(
  owned: readonly SenderDomainListing[],
  keys: readonly DkimRecord[],
  accounts: readonly { closed: string | null }[],
): DoctorFinding[] {
  const shared = owned.filter(({ account, others }) => others.length > 0 && others.every((other) => account < other));
  const isUnused = (domain: string) =>
    !owned.some((own) => `.${domain}`.endsWith(`.${own.domain}`) || `.${own.domain}`.endsWith(`.${domain}`));
  const unused =
    accounts.filter(({ closed }) => closed === null).length < 2
      ? []
      : [...new Set(keys.map(({ domain }) => domain))].filter(isUnused);
  return [
    ...shared.flatMap(({ domain, account, others }) =>
      findingsOf('owner', domain).warning(
        `Accounts ${[account, ...others].join(', ')} may all send from the domain, signed with its keys. Take it from those that should not: mailwright sender-domains remove ${domain} --account ID`,
      ),
    ),
    ...unused.flatMap((domain) =>
      findingsOf('owner', domain).warning(
        `The domain has a DKIM key but belongs to no account, so nothing is signed with it. Give it to one: mailwright sender-domains give ${domain} --account ID`,
      ),
    ),
  ];
}
