import ipaddr from 'ipaddr.js';
import type { Dns } from './dns.ts';

export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** Terms that ask the DNS (RFC 7208, section 4.6.4). */
const maxLookups = 10;
const results: Record<string, SpfResult> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' };

class SpfError extends Error {
  readonly result: 'temperror' | 'permerror';
  constructor(result: 'temperror' | 'permerror', message: string) {
    super(message);
    this.result = result;
  }
}

/**
 * Reports whether a domain lets an IP address send mails in its name: check_host() of RFC 7208, without macros, whose
 * mechanisms match nothing here.
 */
export async function checkSpf(dns: Dns, ip: string, domain: string): Promise<{ result: SpfResult; why: string }> {
  let lookups = 0;
  const count = () => {
    if (++lookups > maxLookups) throw new SpfError('permerror', `it needs more than ${maxLookups} DNS lookups`);
  };

  async function evaluate(name: string): Promise<SpfResult> {
    const records = known(await dns.texts(name)).filter((text) => /^v=spf1( |$)/i.test(text));
    if (records.length === 0) return 'none';
    if (records.length > 1)
      throw new SpfError('permerror', `${name} has ${records.length} SPF records; there must be one`);
    const terms = records[0]!
      .split(/ +/)
      .slice(1)
      .filter((term) => term !== '');
    for (const term of terms) {
      const [, sign = '', kind, rest = ''] = /^([+?~-]?)([a-z\d]+)([:/].*)?$/i.exec(term) ?? [];
      if (kind === undefined) {
        if (/^[a-z][\w.-]*=/i.test(term)) continue;
        throw new SpfError('permerror', `"${term}" of ${name} cannot be read`);
      }
      if (await matches(kind.toLowerCase(), rest, name, term)) return results[sign || '+']!;
    }
    const redirect = terms.map((term) => /^redirect=(\S+)$/i.exec(term)?.[1]).find((target) => target !== undefined);
    if (redirect === undefined) return 'neutral';
    count();
    const result = await evaluate(redirect);
    if (result === 'none')
      throw new SpfError('permerror', `redirect=${redirect} refers to a domain without an SPF record`);
    return result;
  }

  async function matches(kind: string, rest: string, name: string, term: string): Promise<boolean> {
    const [, target = name, four, six] = /^(?::([^/]+))?(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(rest) ?? [];
    switch (kind) {
      case 'all':
        return true;
      case 'ip4':
      case 'ip6':
        return isWithin(ip, rest.slice(1), term);
      case 'a':
        count();
        return hosts([target], four, six);
      case 'mx':
        count();
        return hosts(known(await dns.exchanges(target)).slice(0, 10), four, six);
      case 'include': {
        count();
        const result = await evaluate(target);
        if (result === 'none') throw new SpfError('permerror', `${term} refers to a domain without an SPF record`);
        return result === 'pass';
      }
      case 'exists':
      case 'ptr':
        count();
        return false;
      default:
        throw new SpfError('permerror', `"${term}" of ${name} is not an SPF mechanism`);
    }
  }

  async function hosts(names: readonly string[], four = '32', six = '128'): Promise<boolean> {
    for (const name of names) {
      for (const address of known(await dns.addresses(name))) {
        if (isWithin(ip, `${address}/${address.includes(':') ? six : four}`, name)) return true;
      }
    }
    return false;
  }

  try {
    const result = await evaluate(domain);
    return { result, why: `${lookups} DNS lookups of ${maxLookups}` };
  } catch (error) {
    if (!(error instanceof SpfError)) throw error;
    return { result: error.result, why: error.message };
  }
}

function known<Value>(answer: readonly Value[] | undefined): readonly Value[] {
  if (answer === undefined) throw new SpfError('temperror', 'the DNS server does not respond');
  return answer;
}

function isWithin(ip: string, range: string, term: string): boolean {
  const [address = '', bits] = range.split('/');
  if (!ipaddr.isValid(address)) throw new SpfError('permerror', `"${term}" has no IP address`);
  const [one, other] = [ipaddr.process(ip), ipaddr.process(address)];
  const whole = other.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? whole : Number(bits);
  if (!(length <= whole)) throw new SpfError('permerror', `"${term}" has no such length`);
  return one.kind() === other.kind() && one.match(other, length);
}
