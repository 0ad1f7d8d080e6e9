import { join } from 'node:path';
import { expect, test } from 'vitest';
import { preparePostgresDirectory } from '../../src/platform/database/embedded/directory.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

test('without the start template it initialises by itself and says so', async () => {
  const dataDir = temporaryDirectory();
  const log: string[] = [];
  await preparePostgresDirectory(dataDir, (line) => log.push(line), join('no', 'such', 'template'));
  expect(log).toEqual(['The database template is missing: initializing the database without it takes some seconds.']);
  const database = await openDatabase({ dataDir });
  expect(await database.kysely.selectFrom('account').selectAll().execute()).toEqual([]);
  await database.close();
});
