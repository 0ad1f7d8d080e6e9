import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts the slowest test files first, so that none of them is left over when the others have ended. Those are the files that the
 * tables of docs/tests.md name; the others follow by their last time or their size, as Vitest has them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const slow = slowFiles(readFileSync(`${root}/docs/tests.md`, 'utf8'));
    const secondsOf = ({ moduleId }: TestSpecification) => slow.get(relative(root, moduleId)) ?? 0;
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((own) =>
      sorted.filter(({ project }) => project === own).sort((a, b) => secondsOf(b) - secondsOf(a)),
    );
  }
}

/** Reads the tables of the slowest files: seconds of each. */
export function slowFiles(markdown: string): Map<string, number> {
  const rows = markdown.matchAll(/^\| `(\S+\.test\.ts)` *\| *\d+ \| *(\d+) \|$/gm);
  return new Map([...rows].map(([, file, seconds]) => [file!, Number(seconds)]));
}
