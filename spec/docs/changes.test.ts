import { expect, test } from 'vitest';
import { changesPage } from './changes.ts';

const at = { method: 'GET', path: '/pets' };

test('changes of each release, those that break clients first', () => {
  const releases = [
    { changes: [] },
    {
      version: '0.2.0',
      changes: [
        { ...at, id: 'listPets', kind: 'changed' as const, breaks: [] },
        { ...at, id: 'eatPets', kind: 'gone' as const, breaks: ['eatPets is gone'] },
        { ...at, id: 'feedPets', kind: 'new' as const, breaks: [] },
      ],
    },
  ];
  const page = changesPage(releases, new Map([['listPets', 'reference/pets/listPets']]));
  expect(page.slice(page.indexOf('## '))).toBe(`## Since the last release

No operation has changed.

## 0.2.0

### Changes that break clients

- eatPets, \`GET /pets\`: breaks clients: eatPets is gone

### Other changes

- [listPets](../reference/pets/listPets.md), \`GET /pets\`: compatible
- feedPets, \`GET /pets\`: new
`);
});
