import { expect, test } from 'vitest';
import { boundsFault, type KeyBounds } from './bounds.ts';

const at = (year: number) => new Date(Date.UTC(year, 0));
const free: KeyBounds = { rights: ['get', 'post', 'put', 'delete'], networks: [], expires: null };

test.each<[own: Partial<KeyBounds>, made: Partial<KeyBounds>, wanted: RegExp | undefined]>([
  [{}, {}, undefined],
  [{ rights: ['get', 'post'] }, { rights: ['post'] }, undefined],
  [{ rights: ['get', 'post'] }, { rights: ['get', 'put'] }, /lacks the right "put"/],
  [{ expires: at(2031) }, {}, /expires at 2031/],
  [{ expires: at(2031) }, { expires: at(2032) }, /expires at 2031/],
  [{ expires: at(2031) }, { expires: at(2031) }, undefined],
  [{}, { expires: at(2031), networks: ['192.0.2.1'] }, undefined],
  [{ networks: ['192.0.2.0/24'] }, {}, /bound to 192\.0\.2\.0\/24/],
  [{ networks: ['192.0.2.0/24'] }, { networks: ['192.0.2.7'] }, undefined],
  [{ networks: ['192.0.2.0/24'] }, { networks: ['192.0.2.128/25', '198.51.100.1'] }, /bound to/],
  [{ networks: ['192.0.2.0/24'] }, { networks: ['192.0.0.0/16'] }, /bound to/],
  [{ networks: ['192.0.2.0/24', '2001:db8::/32'] }, { networks: ['2001:db8:1::/48'] }, undefined],
  [{ networks: ['192.0.2.0/24'] }, { networks: ['2001:db8::/32'] }, /bound to/],
])('a key with %j makes one with %j', (own, made, wanted) => {
  const fault = boundsFault({ ...free, ...own }, { ...free, ...made });
  if (wanted === undefined) expect(fault).toBeUndefined();
  else expect(fault).toMatch(wanted);
});
