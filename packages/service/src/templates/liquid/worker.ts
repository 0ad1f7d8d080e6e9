import { Context, type Template } from 'liquidjs';
import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import { createEngine, maxText } from './engine.ts';
import type { Answer, CompileRequest, Markup, RenderRequest, Variable } from './messages.ts';
import { processorLimit } from './processor-limit.ts';
import { readMarkup } from './read-markup.ts';
import { variablesOf } from './variables.ts';

/** Runs LiquidJS on templates of users in a worker thread. */

const engine = createEngine();

/** Time of a processor for one content of a mail in ms; code is slow when it runs for the first time. */
const firstRenderMillis = 2000;
const renderMillis = 50;
const maxCompiled = 50;

interface Compiled {
  templates: Template[][];
  hasRendered: boolean;
}

/** By key, the least recently used first. A thread may lack what another one has compiled. */
const cache = new BoundedMap<string, Compiled>(maxCompiled);

export const read = (templates: string[]): Answer<Markup[]> =>
  forEach(templates, (template) => readMarkup(engine, template));

/** Compiles sources that belong together, and returns the variables of each. */
export function compile({ key, sources }: CompileRequest): Answer<Variable[]> {
  const templates: Template[][] = [];
  const answer = forEach(sources, (source) => {
    const parsed = engine.parse(source);
    templates.push(parsed);
    return variablesOf(engine, parsed, source);
  });
  if ('results' in answer) cache.set(key, { templates, hasRendered: false });
  return answer;
}

/** Renders sources with values; `missing` if this thread has to be given the sources first. */
export function render({ key, sources, values }: RenderRequest): Answer<string> | 'missing' {
  if (sources && !cache.has(key)) compile({ key, sources });
  const compiled = cache.get(key);
  if (!compiled) return 'missing';
  cache.set(key, compiled);
  const millis = compiled.hasRendered ? renderMillis : firstRenderMillis;
  const answer = forEach(compiled.templates, (templates) => {
    const limits = { renderLimit: processorLimit(millis), liquid: engine };
    const context = new Context(values, engine.options, { sync: true }, limits);
    const text = String(engine.renderSync(templates, context));
    if (text.length > maxText) throw new Error(`the rendered text has more than ${maxText} characters`);
    return text;
  });
  compiled.hasRendered = true;
  return answer;
}

/** Applies `make` to each item; reports the first for which it throws. */
function forEach<In, Out>(items: readonly In[], make: (item: In) => Out): Answer<Out> {
  const results: Out[] = [];
  for (const [index, item] of items.entries()) {
    try {
      results.push(make(item));
    } catch (error) {
      return { fault: (error as Error).message.split('\n')[0]!, index };
    }
  }
  return { results };
}
