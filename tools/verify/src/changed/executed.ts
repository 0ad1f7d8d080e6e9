import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/**
 * Returns the sources below `root` of which a function has run. Loading a module runs its top level, and nearly every test loads
 * nearly everything; so only functions inside of a module count.
 */
export function executedSources(scripts: readonly Profiler.ScriptCoverage[], root: string): string[] {
  const sources = scripts.flatMap(({ url, functions }) => {
    const path = pathOf(url);
    if (!path?.startsWith(root) || path.includes('/node_modules/')) return [];
    const ends = Math.max(...functions.map(({ ranges }) => ranges[0]!.endOffset));
    const ran = functions.some(({ functionName, ranges }) => {
      const { startOffset, endOffset, count } = ranges[0]!;
      const length = endOffset - startOffset;
      const isModule = length > ends * wholeModule;
      const isExport = functionName === '' && length < longestExport;
      return count > 0 && !isModule && !isExport;
    });
    return ran ? [path.slice(root.length)] : [];
  });
  return [...new Set(sources)].sort();
}

/** Vitest wraps a module into a function, which has nearly all of its text. */
const wholeModule = 0.97;

/** It reads each export through `() => { try { return name } catch {} }`, when another module is loaded too. */
const longestExport = 90;

function pathOf(url: string): string | undefined {
  if (url.startsWith('/')) return url.replace(/\?.*$/, '');
  return url.startsWith('file://') ? fileURLToPath(url.replace(/\?.*$/, '')) : undefined;
}
