import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type LocalRegistry, startLocalRegistry } from '../../release/src/local-registry.ts';
import { publish } from '../../release/src/publish.ts';
import { PUBLISHED } from '../../release/src/rules.ts';
import { readWorkspace, root } from '../src/workspaces.ts';
import { createProject } from './project.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A project with every published package, for all tests that change none of its packages. */
    installed: string;
    /** Address of a registry on this machine to which the packages are published as a release does it. */
    registry: string;
  }
}

export const COMPILERS = { ts5: '5.9.3', ts6: '6', ts7: '7' };

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const compilers = Object.entries(COMPILERS).map(([name, version]) => [name, `npm:typescript@${version}`]);
  const others = { ...Object.fromEntries(compilers), fastify: '5.12.8', '@types/node': '24.19.2' };
  const registry = await publishedRegistry();
  const project = await createProject(registry.url, others);
  provide('registry', registry.url);
  provide('installed', project.directory);
  return async () => {
    await project.remove();
    await registry.close();
  };
}

async function publishedRegistry(): Promise<LocalRegistry> {
  const names = PUBLISHED.map((room) => readWorkspace(join(root, room)).manifest.name);
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const registry = await startLocalRegistry(names, upstream);
  for (const room of PUBLISHED) await publish(join(root, room), registry.url);
  return registry;
}
