import { expect, test } from 'vitest';
import { toExported } from '../administration/export.ts';
import { emptyContact } from '../people/contacts/empty-contact.ts';
import { csvLines } from './export.ts';

test('tags of contacts are in the CSV, with commas between them', async () => {
  async function* pages() {
    yield [
      toExported({ ...emptyContact('one@example.org'), id: 1, tags: ['Press', 'Fair'] }, new Map()),
      toExported({ ...emptyContact('two@example.org'), id: 2 }, new Map()),
    ];
  }
  const lines: string[] = [];
  for await (const line of csvLines(pages(), [])) lines.push(line);
  const [head = '', rows = ''] = lines;
  expect(head).toContain(',status_until,tags,');
  const [one, two] = rows.split('\r\n');
  expect(one).toMatch(/^1,one@example\.org,,1,unconfirmed,[^"]*"Press, Fair",/);
  expect(two).not.toContain('"');
});
