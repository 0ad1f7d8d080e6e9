import { expect, test } from 'vitest';
import { withBrand } from './brand.ts';

const brand = '<mj-attributes>\n  <mj-class name="brand" />\n</mj-attributes>';
const other = '<mj-attributes><mj-text color="#111111" /></mj-attributes>';

test.each<[string, string, string | undefined]>([
  [
    '<mjml><mj-body></mj-body></mjml>',
    brand,
    `<mjml><mj-head>\n  <mj-attributes>\n    <mj-class name="brand" />\n  </mj-attributes>\n</mj-head><mj-body></mj-body></mjml>`,
  ],
  [
    '<mjml>\n  <mj-body />\n</mjml>\n',
    '<mj-attributes/>',
    '<mjml>\n  <mj-head>\n    <mj-attributes/>\n  </mj-head>\n  <mj-body />\n</mjml>\n',
  ],
  [
    '<mjml>\r\n\t<mj-head />\r\n\t<mj-body />\r\n</mjml>',
    '<mj-attributes/>',
    '<mjml>\r\n\t<mj-head>\r\n\t  <mj-attributes/>\r\n\t</mj-head>\r\n\t<mj-body />\r\n</mjml>',
  ],
  [
    `<mjml>\n<mj-head>\n  ${other}\n</mj-head><mj-body/></mjml>`,
    '<mj-attributes/>',
    `<mjml>\n<mj-head>\n  ${other}\n  <mj-attributes/>\n</mj-head><mj-body/></mjml>`,
  ],
  ['<mjml><mj-body>', brand, undefined],
  ['<p>x</p>', brand, undefined],
])('%j gets %j', (source, element, wanted) => {
  expect(withBrand(source, element)).toBe(wanted);
});

test.each([
  '<mjml><mj-head></mj-head><mj-body/></mjml>',
  `<mjml>\n  <!-- a -->\n  <mj-head>\n    ${other}<!-- b -->\n  </mj-head>\n  <mj-body></mj-body>\n</mjml>`,
])('a brand is replaced, and taken away without a trace: %j', (source) => {
  const branded = withBrand(source, brand)!;
  expect(branded).not.toBe(source);
  expect(withBrand(branded, brand)).toBe(branded);
  expect(withBrand(branded, '')).toBe(source);
  expect(withBrand(source, '')).toBe(source);
});
