import type { Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import { bindingFor, type Case, type Input, type Needs, type Preconditions } from '../preconditions/preconditions.ts';
import { X_PRECONDITIONS } from './flow.ts';
import { Fresh, Ids, Provided } from './provided.ts';

/** An Arazzo document (Arazzo 1.0.1), as `stringify` of YAML writes it. */
export type ArazzoDocument = Record<string, unknown>;

/**
 * Writes inferred preconditions as an Arazzo document that `readArazzo` reads as the same chains: a workflow for each situation, one
 * for each request of an operation, and the bound parameters among the components.
 * @param url of the description, relative to the document
 */
export function writeArazzo(preconditions: Preconditions, contract: Contract, url: string): ArazzoDocument {
  const { situations, operations, parameters } = preconditions;
  const { info = {} } = contract.model.document;
  const ids = new Ids();
  const provided = new Provided(situations, ids);
  const byId = new Map(contract.model.operations.map((operation) => [operation.id, operation]));
  const keys = new Ids();
  const bound = new Map<string, { component: string; given: string[] }>();
  const components: Record<string, object> = {};
  const unbound: Record<string, unknown> = {};
  for (const [key, { guessed: _, value, given = [], ...own }] of parameters) {
    const [, place, name, of] = /^(\w+) (\S+)(?: of (.*))?$/s.exec(key)!;
    const expression = typeof value === 'string' ? provided.expression(value, given) : undefined;
    if (expression === undefined) {
      unbound[key] = { ...(given.length > 0 && { given }), ...(value !== undefined && { value }), ...own };
      continue;
    }
    const component = keys.claim(key);
    bound.set(key, { component, given });
    const extension = { ...(of !== undefined && { of }), ...own };
    components[component] = { name, in: place, value: expression, [X_PRECONDITIONS]: extension };
  }
  const requests = [...operations].flatMap(([id, needs]) => requestsOf(byId.get(id)!, needs));
  const workflows = [...[...situations.keys()].map((name) => situation(name)), ...requests];
  return {
    arazzo: '1.0.1',
    info: { title: `Preconditions of ${info.title ?? 'an API'}`, version: String(info.version ?? '1') },
    sourceDescriptions: [{ name: 'api', url, type: 'openapi' }],
    ...(Object.keys(unbound).length > 0 && { [X_PRECONDITIONS]: { parameters: unbound } }),
    // Those of situations, once all that is taken of them is known.
    workflows: workflows.map((write) => write()),
    ...(Object.keys(components).length > 0 && { components: { parameters: components } }),
  };

  function situation(name: string): () => object {
    const { about, given = [], let: values = {}, steps = [] } = situations.get(name)!;
    const id = provided.workflow(name);
    const fresh = new Fresh();
    const stepIds = new Ids();
    const written = steps.map((step) => {
      const operation = byId.get(step.operation)!;
      const stepId = stepIds.claim(step.as ?? step.operation);
      const request = requestOf(operation, step.with ?? {}, (text) => textOf(text, given, fresh, values));
      return { as: step.as, stepId, sent: step.with ?? {}, fields: { operationId: operation.id, ...request } };
    });
    return () => {
      const outputs: Record<string, string> = {};
      const all = written.map(({ as, stepId, sent, fields }) => {
        const kept: Record<string, string> = {};
        // Under its name the answer is known, also if nobody asks for a part of it.
        const parts = as === undefined ? [] : provided.outputs(name, as);
        for (const [output, pointer] of as !== undefined && parts.length === 0 ? [['answer', '']] : parts)
          kept[output!] = `$response.body${pointer}`;
        for (const key of Object.keys(values)) if (sent.body === `\${${key}}`) kept[key] = '$request.body';
        for (const output of Object.keys(kept)) outputs[output] = `$steps.${stepId}.outputs.${output}`;
        return { stepId, ...fields, ...(Object.keys(kept).length > 0 && { outputs: kept }) };
      });
      return {
        workflowId: id,
        summary: about,
        ...fresh.inputs(),
        ...dependsOn(given),
        steps: all,
        ...(Object.keys(outputs).length > 0 && { outputs }),
        [X_PRECONDITIONS]: { kind: 'situation', ...(name !== id && { name }) },
      };
    };
  }

  function requestsOf(operation: Operation, needs: Needs): (() => object)[] {
    const { given = [], with: input = {}, bodies = [], statuses = {} } = needs;
    const cases = Object.entries(statuses).flatMap(([status, ways]) => [ways].flat().map((way) => ({ status, way })));
    const isPlain = needs.given === undefined && needs.with === undefined;
    const what = `${operation.method} ${operation.path}`;
    return [
      ...(isPlain ? [] : [request({ about: what }, 'operation')]),
      ...bodies.map(({ about, value, given: more = [] }) =>
        request({ about, given: more, with: { body: value } }, 'body'),
      ),
      ...cases.map(({ status, way }) => request(way, 'status', status)),
    ];

    function request(way: Case, kind: string, status?: string): () => object {
      const workflowId = ids.claim(
        [operation.id, kind === 'operation' ? '' : (way.about ?? kind), status ?? ''].join(' '),
      );
      const fresh = new Fresh();
      const sent = { ...input, ...way.with };
      const references = operation.parameters.flatMap((parameter) => {
        if (!parameter.required || parameter.name in sent) return [];
        const keyed = [...parameters.keys()].find(
          (key) => bindingFor(parameters, operation, parameter) === parameters.get(key),
        );
        return bound.get(keyed ?? '') ?? [];
      });
      const before = lastOfEach([...references.flatMap((each) => each.given), ...given, ...(way.given ?? [])]);
      const fields = requestOf(operation, sent, (text) => textOf(text, before, fresh));
      const parameterList = [
        ...references.map(({ component }) => ({ reference: `$components.parameters.${component}` })),
        ...((fields.parameters as object[] | undefined) ?? []),
      ];
      const written = {
        workflowId,
        summary: way.about ?? what,
        ...fresh.inputs(),
        ...dependsOn(before),
        steps: [
          {
            stepId: operation.id,
            operationId: operation.id,
            ...fields,
            ...(parameterList.length > 0 && { parameters: parameterList }),
            ...(status !== undefined && { successCriteria: [{ condition: `$statusCode == ${status}` }] }),
          },
        ],
        [X_PRECONDITIONS]: { kind, ...(way.guessed && { guessed: true }) },
      };
      return () => written;
    }
  }

  function dependsOn(given: readonly string[]) {
    return given.length > 0 ? { dependsOn: given.map((name) => provided.workflow(name)) } : {};
  }

  /** The expression or text that stands for a template. */
  function textOf(text: string, given: readonly string[], fresh: Fresh, own: Input = {}): unknown {
    const whole = /^\$\{([^}]*)\}$/.exec(text)?.[1];
    if (whole !== undefined && whole in own) return mapped(own[whole], (each) => textOf(each, given, fresh));
    const write = (template: string) => provided.expression(template, given) ?? fresh.expression(template);
    if (whole !== undefined) return write(text);
    return text.replace(/\$\{[^}]*\}/g, (template) => `{${write(template)}}`);
  }
}

/** Returns `parameters` and `requestBody` of a step. @param write returns what stands for a text of the input */
export function requestOf({ parameters }: Operation, input: Input, write: (text: string) => unknown) {
  const { body, contentType } = input;
  const sent = parameters.filter(({ name }) => input[name] !== undefined);
  const list = sent.map(({ name, in: place }) => ({ name, in: place, value: mapped(input[name], write) }));
  return {
    ...(list.length > 0 && { parameters: list }),
    ...(body !== undefined && {
      requestBody: { ...(contentType !== undefined && { contentType }), payload: mapped(body, write) },
    }),
  };
}

/** Returns a value with all of its texts replaced. */
export function mapped(value: unknown, write: (text: string) => unknown): unknown {
  if (typeof value === 'string') return write(value);
  if (Array.isArray(value)) return value.map((each) => mapped(each, write));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, write)]));
}

/** Of situations that are named twice the later one counts. */
const lastOfEach = (names: readonly string[]) => names.filter((name, i) => !names.includes(name, i + 1));
