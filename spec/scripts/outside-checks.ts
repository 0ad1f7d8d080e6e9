import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { createClient } from '@hey-api/openapi-ts';
import { buildModel, loadDescription } from '@mailwright/codegen';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { publish } from '../docs/published/publish.ts';
import { descriptionFile } from '../src/files.ts';
import { redoclyProblems } from '../standards/lint.ts';
import { faultsOf, readScore, scoreLine } from '../standards/score.ts';

/** Lets tools of others read the published description; fails when one of them cannot. */

const { description, twin, comparable } = publish(buildModel(await loadDescription(descriptionFile)));
const count = Object.values<object>(description.paths).flatMap((item) => Object.keys(item)).length;

const checks: Record<string, () => Promise<string>> = {
  'swagger-parser validates it': async () => {
    const api = await SwaggerParser.validate(structuredClone(description) as never);
    return `${Object.keys(api.paths ?? {}).length} paths`;
  },
  'Redocly scores it': async () =>
    inFile(description, async (file) => {
      const score = readScore(file);
      const faults = faultsOf(score);
      if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'));
      return scoreLine(score);
    }),
  "Redocly's recommended-strict has no objection": async () =>
    inFile(comparable, async (file, scratch) => {
      const problems = redoclyProblems(file, scratch);
      if (problems.length > 0) throw new Error(problems.slice(0, 20).join('\n'));
      return 'no problem';
    }),
  'hey-api generates a client from it': async () =>
    inFile(description, async (input, scratch) => {
      await createClient({ input, output: join(scratch, 'client'), logs: { level: 'silent' } });
      return `${readdirSync(join(scratch, 'client'), { recursive: true }).length} files`;
    }),
  'Prism reads its JSON twin': async () => {
    const operations = await getHttpOperationsFromSpec(twin);
    if (operations.length !== count) throw new Error(`${operations.length} operations, not ${count}`);
    return `${operations.length} operations`;
  },
};

/** Gives a description in a file of a folder that is removed afterwards. */
async function inFile(document: object, use: (file: string, scratch: string) => Promise<string>): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'outside-checks-'));
  try {
    const file = join(scratch, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    return await use(file, scratch);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

for (const [title, run] of Object.entries(checks)) {
  try {
    console.log(`passed  ${title}: ${await run()}`);
  } catch (error) {
    console.error(`failed  ${title}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
