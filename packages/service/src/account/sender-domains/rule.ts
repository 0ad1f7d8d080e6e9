/** Whether an account may send from a domain, and whose keys may sign its mails. */
export interface SenderStanding {
  /** The domain that belongs to other accounts, if the account may not send from it. */
  foreign?: string;
  /** Domains, of the sender or above it, whose DKIM keys may sign the mails. */
  signable: readonly string[];
}

/** Returns a domain and those above it but the top-level one, the closest first. */
export function domainsUpwards(domain: string): string[] {
  const labels = domain.toLowerCase().split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, at) => labels.slice(at).join('.'));
}

/**
 * Judges the domain of a sender by the closest domain at or above it that belongs to anybody. A domain that belongs to nobody
 * may be used without a signature, as everybody can do elsewhere.
 * @param owners accounts by domain, for all of `domainsUpwards`
 * @param isAlone whether the installation has no other account, to which a key could belong
 */
export function judgeSender(
  sender: string,
  accountId: number,
  owners: ReadonlyMap<string, readonly number[]>,
  isAlone: boolean,
): SenderStanding {
  const upwards = domainsUpwards(sender);
  const ownedAt = (from: number) => upwards.slice(from).find((domain) => owners.has(domain));
  const isOwn = (domain: string | undefined) => domain !== undefined && owners.get(domain)!.includes(accountId);
  const closest = ownedAt(0);
  if (closest !== undefined && !isOwn(closest)) return { foreign: closest, signable: [] };
  const mayUseFree = isAlone || isOwn(closest);
  const signable = upwards.filter((_, at) => {
    const owned = ownedAt(at);
    return owned === undefined ? mayUseFree : isOwn(owned);
  });
  return { signable };
}

/** Says why an account may not send from an address, and what to do; `undefined` if it may. */
export function senderFault(address: string, { foreign }: SenderStanding): string | undefined {
  if (foreign === undefined) return undefined;
  return (
    `${address} cannot be the sender: the domain ${foreign} belongs to another account. Use an address of a domain of yours, ` +
    `prove that ${foreign} is yours by a DNS record (PUT /account/sender-domains/${foreign}), or have an operator give it to you.`
  );
}
