import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = [...globSync('.github/workflows/*.yml', { cwd: root }), 'packages/contract/action.yml'];
const uses = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/uses: *(.+)$/gm)].map(([, action]) => ({
    file,
    action: action!,
  })),
);

test('every action of others is pinned by the hash of its commit, with its version beside', () => {
  expect(uses.length).toBeGreaterThan(10);
  for (const { file, action } of uses) expect(action, file).toMatch(/^(\.\/|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/);
});
