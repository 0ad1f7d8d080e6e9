import type { TestProject } from 'vitest/node';
import { createProject } from './project.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A project with every published package, for all tests that change none of its packages. */
    installed: string;
  }
}

export const COMPILERS = { ts5: '5.9.3', ts6: '6', ts7: '7' };

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const compilers = Object.entries(COMPILERS).map(([name, version]) => [name, `npm:typescript@${version}`]);
  const others = { ...Object.fromEntries(compilers), fastify: '5.12.8', '@types/node': '24.19.2' };
  const project = await createProject(others);
  provide('installed', project.directory);
  return () => project.remove();
}
