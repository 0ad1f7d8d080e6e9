/** The rooms of the packages that are published, each after those that it depends on. */
export const PUBLISHED = [
  'packages/xml-codec',
  'tools/codegen',
  'spec',
  'packages/client-runtime',
  'packages/server-runtime',
  'packages/tool-runtime',
  'packages/client',
  'packages/server',
  'packages/contract',
  'packages/console',
  'packages/n8n-nodes-mailwright',
  'packages/service',
];

/** Why packages may not be published from here; undefined when they may. Provenance is only stated by the CI. */
export function mayPublish(env: Record<string, string | undefined>): string | undefined {
  if (env.GITHUB_ACTIONS !== 'true')
    return 'Packages are published by the workflow "Release" only; see CONTRIBUTING.md.';
  if (env.GITHUB_REF !== 'refs/heads/main') return `Packages are published from main only, not from ${env.GITHUB_REF}.`;
  if (!env.ACTIONS_ID_TOKEN_REQUEST_URL)
    return 'The workflow needs "id-token: write" to state where packages come from.';
  return undefined;
}

/**
 * Where a package comes from, as its manifest says it. The registry takes a statement of provenance only when this is the
 * repository that the CI runs for. Undefined outside of the CI.
 */
export function repositoryOf(
  room: string,
  { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: Record<string, string | undefined>,
): { type: 'git'; url: string; directory: string } | undefined {
  if (!server || !repository) return undefined;
  return { type: 'git', url: `git+${server}/${repository}.git`, directory: room };
}
