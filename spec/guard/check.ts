import { existsSync, readFileSync } from 'node:fs';
import { loadDescription } from '@mailwright/codegen';
import { parse } from 'yaml';
import { compare } from '../src/compare/compare.ts';
import { strip } from '../src/compare/strip.ts';
import { descriptionFile } from '../src/files.ts';
import { judge } from './exceptions.ts';
import { exceptionsFile, releasedFile } from './files.ts';

/** Says whether the description breaks clients of the last release, and fails when it does without a reason. */

if (existsSync(releasedFile)) {
  const released = JSON.parse(readFileSync(releasedFile, 'utf8'));
  const present = strip(await loadDescription(descriptionFile));
  const objections = judge(compare(released, present), parse(readFileSync(exceptionsFile, 'utf8')));
  for (const objection of objections) console.error(`breaks  ${objection}`);
  console.log(`${objections.length} objections against release ${released.info.version}`);
  process.exitCode = objections.length > 0 ? 1 : 0;
} else {
  console.log('no release yet: nothing can be broken');
}
