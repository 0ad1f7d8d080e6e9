import { appendFileSync, readFileSync } from 'node:fs';
import { measureAll } from './workers.ts';
const files = readFileSync(process.argv[2]!, 'utf8').trim().split('\n').map((f) => f.replace('/tmp/i27c/', process.cwd() + '/'));
await measureAll(files, { processes: 2, quick: false }, (file, measured) => {
  appendFileSync(process.argv[3]!, JSON.stringify({ file, measured }) + '\n');
  console.log(file.slice(-70), measured.outcome, measured.typeErrors['5.9'].length, measured.typeErrors['7'].length, measured.calls.right, measured.calls.made, measured.calls.unmade, measured.calls.wrong[0]?.slice(0, 500) ?? '');
});
