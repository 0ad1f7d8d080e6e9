import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFaults, releaseSection } from './changelog.ts';

const changelog = (section: string) =>
  `# Changelog\n\n## Unreleased\n\n${section}\n## 0.1.0 (2031-01-01)\n\n### API\n\n- Old.\n`;

test('the changelog of the repository can be released', () => {
  expect(findFaults(readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8'))).toEqual([]);
});

test.each([
  ['', 0],
  ['### Sending\n\n- New.\n', 0],
  ['### Sending\n\n- New.\n\n### API\n\n- New.\n', 0],
  ['### API\n\n- New.\n\n### Sending\n\n- New.\n', 1],
  ['### Sending\n\n- New.\n\n### Sending\n\n- New.\n', 1],
  ['### Sending\n\n### API\n\n- New.\n', 1],
  ['### Various\n\n- New.\n', 1],
  ['### API\n\n- feat(service): something\n', 1],
])('%j has %i faults', (section, faults) => {
  expect(findFaults(changelog(section))).toHaveLength(faults);
});

test('a changelog without the section has a fault', () => {
  expect(findFaults('# Changelog\n')).toHaveLength(1);
});

test('a release names the section and begins another', () => {
  const { changelog: after, notes } = releaseSection(changelog('### API\n\n- New.\n'), '0.2.0', '2031-02-01');
  expect(notes).toBe('### API\n\n- New.');
  expect(after).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2031-02-01)\n\n### API\n\n- New.\n\n## 0.1.0 (2031-01-01)\n\n### API\n\n- Old.\n',
  );
  expect(findFaults(after)).toEqual([]);
  expect(() => releaseSection(after, '0.3.0', '2031-03-01')).toThrow('is empty');
});
