import { expect, test } from 'vitest';
import { addressesIn } from './addresses-in-text.ts';

const shop = 'https://shop.example/foo';

test.each([
  [`see ${shop} now`, shop],
  [`see ${shop}_ now`, `${shop}_`],
  [`see ${shop}* now`, `${shop}*`],
  [`see ${shop}' now`, `${shop}'`],
  [`see _${shop}_ now`, shop],
  [`see **${shop}** now`, shop],
  [`see '${shop}'.`, shop],
  [`see ${shop}. Now`, shop],
  [`see (${shop}), now`, shop],
  [`see ${shop}_(bar) now`, `${shop}_(bar)`],
  [`siehe „${shop}“, jetzt`, shop],
  [`voir «${shop}» et`, shop],
  [`see “${shop}” or ‘${shop}’`, shop, shop],
  [`詳細は${shop}。次に`, shop],
  [`（${shop}）`, shop],
  [`${shop}！`, shop],
  [`${shop}…`, shop],
  ['https://shop.example/日本?n=ü#é', 'https://shop.example/日本?n=ü#é'],
  [
    `${shop}?n=[CONTACT|FIRSTNAME|dear reader]&x=[[CONTACT|ID]].`,
    `${shop}?n=[CONTACT|FIRSTNAME|dear reader]&x=[[CONTACT|ID]]`,
  ],
  [`<${shop}>`, shop],
  ['xhttps://no.example https:// http'],
])('%s', (text, ...wanted) => {
  expect(addressesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(wanted);
});
