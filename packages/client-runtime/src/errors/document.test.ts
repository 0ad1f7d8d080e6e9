import { expect, test } from 'vitest';
import { codeOf, messageOf } from './document.ts';

test.each<[string, unknown, string | undefined, string | undefined]>([
  ['ours', { message: 'No.' }, 'No.', undefined],
  ['RFC 9457', { type: 'urn:full', title: 'Full', status: 507, detail: 'No space.' }, 'No space.', 'urn:full'],
  ['a fault in XML', { Code: 'NoSuchKey', Message: 'No such key.' }, 'No such key.', 'NoSuchKey'],
  ['a text', { text: 'Not now.', code: 7 }, 'Not now.', '7'],
  ['OAuth', { error: 'invalid_grant', error_description: 'Expired.' }, 'Expired.', 'invalid_grant'],
  ['a member that holds the error', { error: { code: 'E1', message: 'No.' } }, 'No.', 'E1'],
  ['a list of errors', { errors: [{ code: 'E1', detail: 'First.' }, { detail: 'Second.' }] }, 'First.', 'E1'],
  ['an empty message', { message: '', title: 'Full' }, 'Full', undefined],
  ['nothing that tells', { value: 1 }, undefined, undefined],
  ['a text', 'Gone since May.', 'Gone since May.', undefined],
  ['a page', ' <html>', undefined, undefined],
])('message and code of %s', (_, document, message, code) => {
  expect([messageOf(document), codeOf(document)]).toEqual([message, code]);
});
