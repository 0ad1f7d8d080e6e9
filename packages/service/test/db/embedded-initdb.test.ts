import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/platform/database/open.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

vi.mock(import('../../src/platform/database/embedded/template.ts'), async (original) => ({
  ...(await original()),
  templatePath: join('no', 'such', 'template'),
}));

test('without the start template it initialises by itself and says so', async () => {
  const log: string[] = [];
  const database = await openDatabase({ dataDir: temporaryDirectory() }, { log: (line) => log.push(line) });
  expect(log).toEqual(['The database template is missing: initializing the database without it takes some seconds.']);
  expect(await database.kysely.selectFrom('account').selectAll().execute()).toEqual([]);
  await database.close();
});
