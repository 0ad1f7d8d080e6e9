import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns what Redocly's recommended-strict ruleset says of a description. */
export function redoclyProblems(file: string, scratch: string): string[] {
  const config = join(scratch, 'redocly.yaml');
  // All 22 pairs are /mailings/name/{mailingName} and a path below /mailings/{mailingid}: an id is a number, so that
  // house/paths-distinct knows that no request means both. Clients use these paths.
  writeFileSync(config, 'extends: [recommended-strict]\nrules: { no-ambiguous-paths: off }\n');
  const { stdout } = spawnSync('redocly', ['lint', file, '--config', config, '--format', 'json'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1)) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
  };
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}

/** Returns what Spectral's default ruleset for OpenAPI says of a description, hints included. */
export function spectralProblems(spectral: string, file: string, scratch: string): string[] {
  const ruleset = join(scratch, 'spectral.json');
  const report = join(scratch, 'spectral-report.json');
  writeFileSync(ruleset, JSON.stringify({ extends: ['spectral:oas'] }));
  spawnSync(spectral, ['lint', file, '--ruleset', ruleset, '--format', 'json', '--output', report, '--quiet'], {
    stdio: 'ignore',
  });
  const problems = JSON.parse(readFileSync(report, 'utf8')) as {
    code: string;
    message: string;
    path: (string | number)[];
  }[];
  return problems
    .filter(({ message }) => !KNOWN.test(message))
    .map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
}

/**
 * Spectral reads patterns without the flag `u`, as JSON Schema 2020-12 (6.4) wants them; then `\p{L}` is no letter. It is the
 * only pattern of the description with a class of Unicode.
 */
const KNOWN = /must match pattern "\^\[\\p\{L\}\\p\{N\} \]\+\$"/;
