import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { differenceWords } from './check.ts';
import { reportExports } from './report.ts';

/** The report of a package whose entries are those files that begin with `entry`. */
function report(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'exports-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const entries = Object.keys(files).filter((name) => name.startsWith('entry'));
    return reportExports(
      'own',
      entries.map((name) => ({ entry: `./${name.replace('.d.ts', '')}`, file: join(folder, name) })),
      (file) =>
        file.includes('/other/')
          ? { name: 'other', generated: false }
          : file.startsWith(folder)
            ? { name: 'own', generated: file.includes('/generated/') }
            : undefined,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without the head. */
const body = (files: Record<string, string>) => report(files).split('\n\n').slice(2).join('\n\n').trim();
const code = (text: string) => `\`\`\`ts\n${text}\n\`\`\``;

test.each<[what: string, files: Record<string, string>, wanted: string]>([
  [
    'declarations by name, without comments',
    {
      'entry.d.ts': `/** Adds. */
export declare function sum(a: number, b?: number): number;
export interface Options {
    /** Times. */
    retries?: number;
}
export declare const LIMIT = 7;
export type Kind = 'a' | 'b';
`,
    },
    `## \`./entry\`\n\n${code("type Kind = 'a' | 'b';\nconst LIMIT = 7;\ninterface Options {\n    retries?: number;\n}\nfunction sum(a: number, b?: number): number;")}`,
  ],
  [
    'a class without what is private',
    {
      'entry.d.ts':
        'export declare class Door {\n    #private;\n    private open;\n    readonly size: number;\n    constructor(size: number);\n}\n',
    },
    `## \`./entry\`\n\n${code('class Door {\n    readonly size: number;\n    constructor(size: number);\n}')}`,
  ],
  [
    'what a declaration refers to, over two steps, and not twice',
    {
      'entry.d.ts':
        "import type { One } from './inner.js';\nexport declare const one: One;\nexport declare const more: One;\n",
      'inner.d.ts': 'export interface One {\n    two: Two;\n}\ninterface Two {\n    one?: One;\n}\nexport {};\n',
    },
    `## \`./entry\`\n\n${code('const more: One;\nconst one: One;')}\n\n## Not exported, but part of these\n\n${code('interface One {\n    two: Two;\n}\ninterface Two {\n    one?: One;\n}')}`,
  ],
  [
    'another name, and the same declaration in two entries',
    {
      'entry1.d.ts': "export { one as uno } from './inner.js';\n",
      'entry2.d.ts': "export { one } from './inner.js';\n",
      'inner.d.ts': 'export declare const one: 1;\n',
    },
    `## \`./entry1\`\n\n${code('// one as uno\nconst one: 1;')}\n\n## \`./entry2\`\n\nAs above:\n\n- one`,
  ],
  [
    'names of others, and the number of what is generated',
    {
      'entry.d.ts': "export * from './other/a.js';\nexport * from './generated/b.js';\n",
      'other/a.d.ts': 'export declare const b: 1;\nexport declare const a: 1;\n',
      'generated/b.d.ts': 'export declare const c: 1;\nexport interface D {\n}\n',
    },
    '## `./entry`\n\nOf `other`:\n\n- a\n- b\n\nGenerated from the description: 2 names',
  ],
])('%s', (_what, files, wanted) => {
  expect(body(files)).toBe(wanted);
});

test.each([
  ['a\nb', 'a\nb', undefined],
  ['a\nb', 'a\nc', ['- b', '+ c']],
  ['a\nb', 'b\na', ['  the same lines in another order']],
])('%j and %j differ in %j', (kept, present, lines) => {
  const words = differenceWords(kept, present, 'exports/own.md');
  if (lines === undefined) return expect(words).toBeUndefined();
  expect(words!.split('\n').slice(1, -2)).toEqual(lines);
  expect(words).toContain('run "npm run exports"');
});
