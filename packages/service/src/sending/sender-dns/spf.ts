import ipaddr from 'ipaddr.js';
import type { Dns } from '../../platform/network/dns.ts';
import type { DnsProblem } from './dns-record.ts';

type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** Terms that ask the DNS, and those that find nothing there (RFC 7208, section 4.6.4). */
const maxLookups = 10;
const maxVoidLookups = 2;
/** Names of a term `mx` whose addresses are compared, and lengths of records that are looked at. */
const maxExchanges = 10;
const maxTerms = 500;
const results: Record<string, SpfResult> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' };

type SpfProblem = Extract<DnsProblem, 'several_records' | 'invalid' | 'too_many_lookups' | 'void_lookups'>;

class SpfError extends Error {
  /** Undefined if the DNS does not respond. */
  readonly problem: SpfProblem | undefined;
  constructor(problem: SpfProblem | undefined, message: string) {
    super(message);
    this.problem = problem;
  }
}

export interface SpfJudgement {
  result: SpfResult;
  /** Why it is `permerror`. */
  problem?: SpfProblem;
  /** Why the DNS or the record gives no result, in words with the term. */
  why?: string;
  /** Terms that have asked the DNS. */
  lookups: number;
}

/**
 * Reports whether a domain lets an IP address send mails in its name: check_host() of RFC 7208, without macros, whose
 * mechanisms match nothing here. Terms that ask the DNS count through all included records.
 */
export async function checkSpf(dns: Dns, ip: string, domain: string): Promise<SpfJudgement> {
  let lookups = 0;
  let voids = 0;
  const count = (term: string) => {
    if (++lookups > maxLookups)
      throw new SpfError('too_many_lookups', `${term} is the ${lookups}th of at most ${maxLookups}`);
  };
  const found = <Value>(answer: readonly Value[] | undefined, term: string): readonly Value[] => {
    const values = known(answer);
    if (values.length === 0 && ++voids > maxVoidLookups)
      throw new SpfError('void_lookups', `${term} finds nothing, as ${maxVoidLookups} terms before`);
    return values;
  };

  async function evaluate(name: string): Promise<SpfResult> {
    const records = known(await dns.texts(name)).filter(isSpf);
    if (records.length === 0) return 'none';
    if (records.length > 1) throw new SpfError('several_records', `${name} has ${records.length} SPF records`);
    const terms = records[0]!
      .split(/ +/)
      .slice(1)
      .filter((term) => term !== '');
    if (terms.length > maxTerms) throw new SpfError('invalid', `${name} has more than ${maxTerms} terms`);
    for (const term of terms) {
      const [, sign = '', kind, rest = ''] = /^([+?~-]?)([a-z\d]+)([:/].*)?$/i.exec(term) ?? [];
      if (kind === undefined) {
        if (/^[a-z][\w.-]*=/i.test(term)) continue;
        throw new SpfError('invalid', `"${term}" of ${name} cannot be read`);
      }
      if (await matches(kind.toLowerCase(), rest, name, term)) return results[sign || '+']!;
    }
    const redirect = terms.map((term) => /^redirect=(\S+)$/i.exec(term)?.[1]).find((target) => target !== undefined);
    if (redirect === undefined) return 'neutral';
    count(`redirect=${redirect}`);
    const result = await evaluate(redirect);
    if (result === 'none')
      throw new SpfError('invalid', `redirect=${redirect} refers to a domain without an SPF record`);
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
        count(term);
        return hosts([target], term, four, six);
      case 'mx':
        count(term);
        return hosts(found(await dns.exchanges(target), term).slice(0, maxExchanges), term, four, six);
      case 'include': {
        count(term);
        const result = await evaluate(target);
        if (result === 'none') throw new SpfError('invalid', `${term} refers to a domain without an SPF record`);
        return result === 'pass';
      }
      case 'exists':
      case 'ptr':
        count(term);
        return false;
      default:
        throw new SpfError('invalid', `"${term}" of ${name} is not an SPF mechanism`);
    }
  }

  async function hosts(names: readonly string[], term: string, four = '32', six = '128'): Promise<boolean> {
    for (const name of names) {
      for (const address of found(await dns.addresses(name), term)) {
        if (isWithin(ip, `${address}/${address.includes(':') ? six : four}`, name)) return true;
      }
    }
    return false;
  }

  try {
    return { result: await evaluate(domain), lookups };
  } catch (error) {
    if (!(error instanceof SpfError)) throw error;
    const { problem, message: why } = error;
    return problem === undefined
      ? { result: 'temperror', why, lookups }
      : { result: 'permerror', problem, why, lookups };
  }
}

/** Reports whether a text is an SPF record (RFC 7208, section 4.5). */
export const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text);

function known<Value>(answer: readonly Value[] | undefined): readonly Value[] {
  if (answer === undefined) throw new SpfError(undefined, 'the DNS server does not respond');
  return answer;
}

function isWithin(ip: string, range: string, term: string): boolean {
  const [address = '', bits] = range.split('/');
  if (!ipaddr.isValid(address)) throw new SpfError('invalid', `"${term}" has no IP address`);
  const [one, other] = [ipaddr.process(ip), ipaddr.process(address)];
  const whole = other.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? whole : Number(bits);
  if (!(length <= whole)) throw new SpfError('invalid', `"${term}" has no such length`);
  return one.kind() === other.kind() && one.match(other, length);
}
