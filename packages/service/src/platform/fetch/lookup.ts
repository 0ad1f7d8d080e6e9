import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { FetchFailure } from './failure.ts';

/**
 * The lookup of a connection, leaving only addresses that are allowed. A connection is made to what it gave, so nobody
 * can answer with another address after the check.
 */
export function guardedLookup(allows: (address: string) => boolean, lookup: LookupFunction): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const all = typeof found === 'string' ? [] : found;
      const allowed = all.filter(({ address }) => allows(address));
      const first = allowed[0];
      if (first === undefined) return done(refusal(host), '', 0);
      if (options.all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
}

export const refusal = (host: string) => new FetchFailure('private', `${host} is not a host of the public internet`);

export const dns: LookupFunction = (host, options, done) => systemLookup(host, options, done);
