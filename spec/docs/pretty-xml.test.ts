import { expect, test } from 'vitest';
import { prettyXml } from './pretty-xml.ts';

test.each([
  ['<count>42</count>', '<count>42</count>'],
  ['<mailings/>', '<mailings/>'],
  ['<?xml version="1.0"?><id>1</id>', '<?xml version="1.0"?>\n<id>1</id>'],
  ['<a><b>x</b><c/></a>', '<a>\n  <b>x</b>\n  <c/>\n</a>'],
  ['<a><b><c> x </c></b><d nil="true"/></a>', '<a>\n  <b><c> x </c></b>\n  <d nil="true"/>\n</a>'],
  ['<a><b><c><d>x</d></c></b></a>', '<a>\n  <b>\n    <c><d>x</d></c>\n  </b>\n</a>'],
  [
    `<a><b><c>${'x'.repeat(50)}</c><d>${'y'.repeat(50)}</d></b></a>`,
    `<a>\n  <b>\n    <c>${'x'.repeat(50)}</c>\n    <d>${'y'.repeat(50)}</d>\n  </b>\n</a>`,
  ],
  ['<a k="v"><b></b></a>', '<a k="v">\n  <b></b>\n</a>'],
  ['<a><b><![CDATA[<i>x</i>]]></b></a>', '<a>\n  <b><![CDATA[<i>x</i>]]></b>\n</a>'],
  ['<a><b>one\ntwo</b></a>', '<a>\n  <b>one\ntwo</b>\n</a>'],
  ['<e code="3"><f>email</f></e>', '<e code="3">\n  <f>email</f>\n</e>'],
])('%s', (compact, pretty) => {
  expect(prettyXml(compact)).toBe(pretty);
});
