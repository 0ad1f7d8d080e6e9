import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openProject } from './project.ts';

/** The modules of the service are merged when it is packed. */

const project = openProject(inject('installed'));
const program = join(project.directory, 'node_modules/mailwright');

const COUNT = `import { registerHooks } from 'node:module';
let count = 0;
registerHooks({ load: (url, context, next) => { count += url.startsWith('file:'); return next(url, context); } });
process.on('exit', () => console.log(count + ' files'));`;

test.each([
  [['--version'], 100],
  [['keys', '--help'], 200],
])('mailwright %s reads few files', async ([...args], limit) => {
  await project.write('count.mjs', COUNT);
  const output = await project.run(
    process.execPath,
    '--import',
    './count.mjs',
    join(program, 'bin/mailwright.js'),
    ...args,
  );
  const count = Number(/(\d+) files$/m.exec(output)![1]);
  expect(count).toBeGreaterThan(3);
  expect(count).toBeLessThan(limit);
});

test('every thread finds its modules', async () => {
  const workers = globSync('src/*/**/*.js', { cwd: program }).filter((file) => file !== 'src/cli/main.js');
  expect(workers.length).toBeGreaterThan(9);
  await project.write(
    'workers.mjs',
    `for (const file of ${JSON.stringify(workers)}) {
       // Without a thread around it, the database's worker has nothing to work on.
       await import('./node_modules/mailwright/' + file).catch((error) => console.log(file, error.code ?? error.message));
     }
     process.exit();`,
  );
  expect(await project.run(process.execPath, 'workers.mjs')).not.toMatch(/ERR_|not found|Cannot find/i);
});
