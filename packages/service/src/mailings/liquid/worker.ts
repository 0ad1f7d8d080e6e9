import { parentPort } from 'node:worker_threads';
import type { Template } from 'liquidjs';
import { createEngine, maxText } from './engine.ts';
import type { LiquidReply, LiquidRequest } from './messages.ts';
import { readMarkup } from './read-markup.ts';
import { variablesOf } from './variables.ts';

/** The thread in which templates of other people run. It keeps what it has compiled until it is told to forget it. */
const port = parentPort!;
const reply = (message: LiquidReply) => port.postMessage(message);
const engine = createEngine();
const compiled = new Map<string, Template[][]>();

/** Does something for each template, and says of which one it failed. */
function forEach<In, Out>(templates: readonly In[], make: (template: In) => Out): Out[] | undefined {
  const made: Out[] = [];
  for (const [index, template] of templates.entries()) {
    try {
      made.push(make(template));
    } catch (error) {
      reply({ fault: (error as Error).message.split('\n')[0]!, index });
      return undefined;
    }
  }
  return made;
}

function answer(request: LiquidRequest): void {
  switch (request.kind) {
    case 'read': {
      const markup = forEach(request.templates, (template) => readMarkup(engine, template));
      if (markup) reply({ answer: markup });
      return;
    }
    case 'compile': {
      const { key, sources } = request;
      const variables = forEach(sources, (source) => {
        const templates = engine.parse(source);
        compiled.set(key, [...(compiled.get(key) ?? []), templates]);
        return variablesOf(engine, templates, source);
      });
      if (variables) reply({ answer: variables });
      else compiled.delete(key);
      return;
    }
    case 'forget':
      compiled.delete(request.key);
      reply({ answer: null });
      return;
    case 'render': {
      const { key, values, millis } = request;
      const texts = forEach(compiled.get(key)!, (templates) => {
        const text = String(engine.renderSync(templates, values, { renderLimit: millis }));
        if (text.length > maxText) throw new Error(`the rendered text has more than ${maxText} characters`);
        return text;
      });
      if (texts) reply({ answer: texts });
    }
  }
}

port.on('message', answer);
reply({ ready: true });
