import { execFileSync, spawnSync } from 'node:child_process';

/** Debian's own, which has the modules of Debian packages. */
const python = '/usr/bin/python3';

/** Why a script cannot be run that imports these modules; undefined where it can. */
export function withoutPython(packages: Record<string, string>): string | undefined {
  if (spawnSync(python, ['-c', '']).status !== 0) return `there is no ${python}`;
  const missing = Object.entries(packages).filter(([module]) => spawnSync(python, ['-c', `import ${module}`]).status);
  if (missing.length === 0) return undefined;
  return `the Debian packages ${missing.map(([, name]) => name).join(' and ')} are not installed`;
}

/** What a script prints as JSON, to whose standard input `input` is given. */
export function askPython<Answer>(script: string, input: Uint8Array, ...args: string[]): Answer {
  return JSON.parse(execFileSync(python, ['-c', script, ...args], { input }).toString()) as Answer;
}
