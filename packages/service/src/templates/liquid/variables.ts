import { analyzeSync, type Liquid, type Variable as Segments, type Template } from 'liquidjs';
import { countBefore, isConditional } from './conditional.ts';
import type { Variable } from './messages.ts';
import { readMarkup } from './read-markup.ts';

/** Returns the variables of a template. */
export function variablesOf(engine: Liquid, templates: Template[], source: string): Variable[] {
  const markup = readMarkup(engine, source);
  const lineStarts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  const globals = Object.values(analyzeSync(templates, { partials: false }).globals).flat();
  return globals.map((variable): Variable => {
    const { row, col } = variable.location;
    const position = lineStarts[row - 1]! + col - 1;
    const next = markup[countBefore(markup, position)];
    const around = next && next.start <= position ? next : undefined;
    const path = pathOf(variable);
    const fallback = around && defaultOf(source.slice(around.start, around.end));
    return {
      path,
      shown: around?.kind === 'output',
      complete: path.length === variable.segments.length,
      conditional: isConditional(markup, around?.start ?? position),
      ...(fallback === undefined ? {} : { fallback }),
    };
  });
}

function pathOf({ segments }: Segments): string[] {
  const path: string[] = [];
  for (const segment of segments) {
    if (typeof segment === 'object') break;
    path.push(String(segment));
  }
  return path;
}

function defaultOf(markup: string): string | undefined {
  const match = /\|\s*default\s*:\s*(?:"([^"]*)"|'([^']*)')?/.exec(markup);
  return match ? (match[1] ?? match[2] ?? '') : undefined;
}
