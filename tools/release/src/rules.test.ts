import { expect, test } from 'vitest';
import { workspaces } from '../../pack/src/workspaces.ts';
import { mayPublish, PUBLISHED, repositoryOf } from './rules.ts';

const ci = { GITHUB_ACTIONS: 'true', GITHUB_REF: 'refs/heads/main', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.test' };

test.each([
  ['on a desk', {}, /by the workflow "Release" only/],
  ['on a branch', { ...ci, GITHUB_REF: 'refs/heads/x' }, /from main only, not from refs\/heads\/x/],
  ['without an identity', { ...ci, ACTIONS_ID_TOKEN_REQUEST_URL: undefined }, /"id-token: write"/],
])('nothing is published %s', (_, env, reason) => {
  expect(mayPublish(env)).toMatch(reason);
});

test('the workflow publishes', () => {
  expect(mayPublish(ci)).toBeUndefined();
});

test('packages say where they come from when the CI publishes them', () => {
  const env = { GITHUB_SERVER_URL: 'https://git.test', GITHUB_REPOSITORY: 'somebody/mailwright' };
  expect(repositoryOf('packages/client', env)).toEqual({
    type: 'git',
    url: 'git+https://git.test/somebody/mailwright.git',
    directory: 'packages/client',
  });
  expect(repositoryOf('packages/client', {})).toBeUndefined();
});

test('every public package is published, after those that it depends on', () => {
  const published = [...workspaces().values()].filter(({ manifest }) => !manifest.private);
  expect(published.map(({ directory }) => directory.split('/').slice(-2).join('/')).sort()).toHaveLength(
    PUBLISHED.length,
  );
  const order = new Map(
    published.map(({ directory, manifest }) => [
      manifest.name,
      PUBLISHED.findIndex((room) => directory.endsWith(room)),
    ]),
  );
  for (const { manifest } of published) {
    const own = order.get(manifest.name)!;
    expect(own, manifest.name).toBeGreaterThanOrEqual(0);
    for (const name of Object.keys(manifest.dependencies ?? {})) expect(order.get(name) ?? -1, name).toBeLessThan(own);
  }
});
