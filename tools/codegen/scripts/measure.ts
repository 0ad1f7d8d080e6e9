/**
 * Generates from every description below folders, or of packages of the registry, and counts what comes out: whole, in part,
 * refused, crashed.
 * Usage: node scripts/measure.ts [--xml] [--list] FOLDER…
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { DescriptionError, UnsupportedError } from '../src/common/errors.ts';
import { generateFiles } from '../src/generate.ts';

type Outcome = 'whole' | 'in part' | 'refused' | 'crashed';

interface Measured {
  outcome: Outcome;
  /** Operations that were left out. */
  leftOut: number;
  reasons: string[];
}

export async function measure(input: string): Promise<Measured> {
  const reasons: string[] = [];
  let operations = 0;
  try {
    await generateFiles({
      input,
      parts: ['types', 'codecs', 'client', 'server'],
      skip: ({ pointer, message }) => reasons.push(`${pointer}: ${message}`),
      onStep: (step) => {
        operations = Number(/^understood (\d+)/.exec(step)?.[1] ?? operations);
      },
    });
  } catch (error) {
    const isRefusal = error instanceof DescriptionError || error instanceof UnsupportedError;
    const [line = ''] = String(isRefusal ? error.message : (error as Error).stack).split('\n');
    return { outcome: isRefusal ? 'refused' : 'crashed', leftOut: 0, reasons: [line] };
  }
  if (reasons.length === 0) return { outcome: 'whole', leftOut: 0, reasons };
  return { outcome: operations > 0 ? 'in part' : 'refused', leftOut: reasons.length, reasons };
}

/** Files that say of themselves that they are descriptions. */
export async function descriptionsBelow(folder: string, onlyXml: boolean): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const found: string[] = [];
  for (const name of names.filter((each) => /\.(json|ya?ml)$/.test(each)).sort()) {
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8').catch(() => '');
    if (!/["']?(openapi|swagger)["']?\s*:/.test(text) || (onlyXml && !/[/+]xml\b/.test(text))) continue;
    if (isDescription(text)) found.push(file);
  }
  return found;
}

function isDescription(text: string): boolean {
  try {
    const { openapi, swagger, paths } = parse(text, { logLevel: 'silent' }) ?? {};
    return /^[23]\./.test(String(openapi ?? swagger)) && typeof paths === 'object';
  } catch {
    return false;
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { xml: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const counts: Record<Outcome, number> = { whole: 0, 'in part': 0, refused: 0, crashed: 0 };
  const common = new Map<string, number>();
  for (const folder of positionals)
    for (const file of await descriptionsBelow(folder, values.xml)) {
      const { outcome, leftOut, reasons } = await measure(file);
      counts[outcome]++;
      for (const reason of new Set(reasons.map((each) => each.replace(/^\S+: /, ''))))
        common.set(reason, (common.get(reason) ?? 0) + 1);
      if (values.list && outcome !== 'whole')
        console.log(`${outcome}\t${path.relative(folder, file)}\t${leftOut}\t${reasons[0]?.slice(0, 160)}`);
    }
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  for (const [outcome, count] of Object.entries(counts))
    console.log(`${outcome}: ${count} of ${all} (${((100 * count) / Math.max(all, 1)).toFixed(1)} %)`);
  for (const [reason, count] of [...common].sort((a, b) => b[1] - a[1]).slice(0, 12))
    console.log(`${count} × ${reason.slice(0, 140)}`);
  if (counts.crashed > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
