import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../pack/src/workspaces.ts';

/** Returns the licences of what a tree contains, for Debian's `copyright`: ours in full, others by name with the place of their texts. */
export function copyrightText(modules: string): string {
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  const others = globSync('{,**/node_modules/}{*,@*/*}/package.json', { cwd: modules })
    .map((file) => ({ file, manifest: JSON.parse(readFileSync(join(modules, file), 'utf8')) }))
    .filter(({ manifest: { name } }) => typeof name === 'string' && !/^(@mailwright\/|mailwright$)/.test(name))
    .map(
      ({ file, manifest: { name, version, license } }) =>
        `${name} ${version}: ${licenceName(license)} (${dirname(file)})`,
    );
  return `Mailwright

${licence}

The package contains Node.js (MIT, https://github.com/nodejs/node/blob/main/LICENSE), and the following packages below
/usr/lib/mailwright/node_modules; where a package has a text of its licence, it is in the folder.

${[...new Set(others)].sort().join('\n')}
`;
}

const licenceName = (license: unknown): string =>
  typeof license === 'string' ? license : ((license as { type?: string } | undefined)?.type ?? 'see its folder');
