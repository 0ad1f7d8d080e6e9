import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startBuilt } from '../built.ts';
import type { CorpusService, StartOptions } from '../service.ts';

/** Users and tasks, in the way of tsoa's guide: types and their comments become the description. */
export const startTsoa = (options: StartOptions): Promise<CorpusService> => startBuilt('tsoa', options, generate);

async function generate(folder: string): Promise<void> {
  const { generateSpecAndRoutes } = createRequire(import.meta.url)('@tsoa/cli');
  const outputs = join(folder, 'generated');
  mkdirSync(outputs, { recursive: true });
  const [entryFile, controllers] = [join(folder, 'main.ts'), join(folder, 'usersController.ts')];
  await generateSpecAndRoutes({
    configuration: {
      entryFile,
      controllerPathGlobs: [controllers],
      noImplicitAdditionalProperties: 'ignore',
      spec: { outputDirectory: outputs, specVersion: 3, name: 'Tasks', version: '1.0.0' },
      routes: { routesDir: outputs, esm: true },
    },
  });
}
