import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { InputError } from '../input-error.ts';
import { distinct, type KnownFinding } from '../report/baseline.ts';

/** Reads what `writeBaseline` has written. @throws InputError */
export function readBaseline(file: string): KnownFinding[] {
  if (!existsSync(file)) throw new InputError(`--baseline: there is no file ${file}; --write-baseline writes it`);
  const findings = parse(file)?.findings;
  const isKnown = (each: KnownFinding) => typeof each?.rule === 'string' && typeof each.message === 'string';
  if (!Array.isArray(findings) || !findings.every(isKnown))
    throw new InputError(`--baseline: ${file} is no baseline: it has no list of findings, each with rule and message`);
  return findings;
}

function parse(file: string): { findings?: unknown } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InputError(
      `--baseline: ${file} is not what --write-baseline has written: ${(error as Error).message.split('\n')[0]}`,
    );
  }
}

export function writeBaseline(file: string, findings: readonly KnownFinding[]): void {
  writeFileSync(file, `${JSON.stringify({ findings: distinct(findings) }, null, 2)}\n`);
}
