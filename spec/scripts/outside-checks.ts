import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { createClient } from '@hey-api/openapi-ts';
import { jsonTwin, loadDescription } from '@mailwright/codegen';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { descriptionFile } from '../src/files.ts';

/** Lets tools of others read the description; fails when one of them cannot. */

const description = await loadDescription(descriptionFile);
const count = Object.values<object>(description.paths).flatMap((item) => Object.keys(item)).length;

const checks: Record<string, () => Promise<string>> = {
  'swagger-parser validates it': async () => {
    const api = await SwaggerParser.validate(structuredClone(description) as never);
    return `${Object.keys(api.paths ?? {}).length} paths`;
  },
  'hey-api generates a client from it': async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'outside-checks-'));
    try {
      const input = join(scratch, 'openapi.json');
      writeFileSync(input, JSON.stringify(description));
      await createClient({ input, output: join(scratch, 'client'), logs: { level: 'silent' } });
      return `${readdirSync(join(scratch, 'client'), { recursive: true }).length} files`;
    } finally {
      rmSync(scratch, { recursive: true });
    }
  },
  'Prism reads its JSON twin': async () => {
    const operations = await getHttpOperationsFromSpec(jsonTwin(description));
    if (operations.length !== count) throw new Error(`${operations.length} operations, not ${count}`);
    return `${operations.length} operations`;
  },
};

for (const [title, run] of Object.entries(checks)) {
  try {
    console.log(`passed  ${title}: ${await run()}`);
  } catch (error) {
    console.error(`failed  ${title}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
