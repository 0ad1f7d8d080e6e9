import type { Operation } from '@mailwright/codegen/description';
import { pointerTo } from '../chains/links.ts';
import type { Contract } from '../contract/contract.ts';
import { below, references, substitute } from '../preconditions/fill.ts';
import type { Input, Step } from '../preconditions/preconditions.ts';
import { readRequestBody } from './body.ts';
import { readActions, readCriteria } from './criteria.ts';
import { type Resolve, translate } from './expression.ts';
import { type Inputs, readInputs } from './inputs.ts';
import type { Names } from './names.ts';
import { type ArazzoNode, keysOfPointer } from './node.ts';

/** Extension of workflows, steps and parameters with what Arazzo has no words for, as preconditions write it. */
export const X_PRECONDITIONS = 'x-preconditions';

/** A workflow, its expressions translated. */
export interface Flow {
  id: string;
  node: ArazzoNode;
  about: string;
  /** The workflows that come before it. */
  before: Flow[];
  inputs: Inputs;
  steps: FlowStep[];
  outputs: ReadonlyMap<string, unknown>;
  /** The extension with what the kit wrote. */
  own: Record<string, unknown>;
}

export interface FlowStep {
  id: string;
  about: string | undefined;
  operation: Operation;
  step: Step;
  /** Requests that are kept, by the name under which they are. */
  lets: Input;
  /** The status that the step demands. */
  status: number | undefined;
}

export interface Surroundings {
  contract: Contract;
  names: Names;
  components: ArazzoNode;
  /** Types of the descriptions that the document names, by their names. */
  sources: ReadonlyMap<string, string>;
  /** Returns another workflow. @throws InputError at `node` if there is none, or it comes before itself */
  flow(id: string, node: ArazzoNode): Flow;
}

/** Headers that are no parameters in OpenAPI; the kit has its own key and asks for the types that it reads. */
const NOT_PARAMETERS = ['authorization', 'accept'];

export function readFlow(node: ArazzoNode, surroundings: Surroundings): Flow {
  node.checkKeys([
    ...['workflowId', 'summary', 'description', 'inputs', 'dependsOn', 'steps', 'successActions', 'failureActions'],
    ...['outputs', 'parameters'],
  ]);
  const { names, components, contract } = surroundings;
  const id = node.member('workflowId').text();
  const own = ownOf(node);
  const isExact = own.kind !== undefined;
  const claim = (wanted: string) => names.claim(wanted, id, isExact);
  const inputs = readInputs(node, components, claim);
  const before = node
    .member('dependsOn')
    .items()
    .map((each) => surroundings.flow(each.text(), each));
  const kept = new Map<string, ReadonlyMap<string, unknown>>();
  const steps: FlowStep[] = [];

  const resolve: Resolve = (expression, at) => {
    const [path = '', pointer = ''] = expression.split(/#(.*)/s);
    const value = referredTo(path, at);
    const found = below(value, keysOfPointer(at, pointer));
    if (found === undefined) at.fail(`there is no ${pointer} in ${path}`);
    return found;
  };
  const referredTo = (path: string, at: ArazzoNode): unknown => {
    const input = /^\$inputs\.(.+)$/.exec(path)?.[1];
    if (input !== undefined) return inputs.resolve(input, at);
    const [, place, of = '', key = ''] = /^\$(steps|workflows)\.([\w-]+)\.outputs\.([\w.-]+)$/.exec(path) ?? [];
    if (place === undefined)
      at.fail(
        /\.outputs\./.test(path)
          ? `${path} is not read; a part of an output is named by a JSON Pointer: $steps.one.outputs.list#/0/id`
          : `${path} is not read here`,
      );
    const outputs = place === 'steps' ? kept.get(of) : all(before).find((each) => each.id === of)?.outputs;
    if (!outputs)
      at.fail(
        place === 'steps' ? `no step before it is called "${of}"` : `add "${of}" to dependsOn, or correct the name`,
      );
    if (!outputs!.has(key))
      at.fail(`"${of}" has no output "${key}"; it has ${[...outputs!.keys()].join(', ') || 'none'}`);
    return outputs!.get(key);
  };

  const stepNodes = node.member('steps').items();
  if (stepNodes.length === 0) node.member('steps').fail('is missing or empty');
  const actionsOf = (at: ArazzoNode, kind: string, component: string) =>
    at
      .member(kind)
      .items()
      .map((each) => reused(each, component, components));
  const onSuccess = actionsOf(node, 'successActions', 'successActions');
  const onFailure = actionsOf(node, 'failureActions', 'failureActions');
  for (const [i, at] of stepNodes.entries()) {
    at.checkKeys([
      ...['stepId', 'description', 'operationId', 'operationPath', 'workflowId', 'parameters', 'requestBody'],
      ...['successCriteria', 'onSuccess', 'onFailure', 'outputs'],
    ]);
    const stepId = at.member('stepId').text();
    if (kept.has(stepId)) at.member('stepId').fail(`"${stepId}" is the name of another step`);
    if (at.member('workflowId').isPresent) {
      const called = calledWorkflow(at);
      before.push(called);
      kept.set(stepId, outputsOfCall(at, called));
      continue;
    }
    const operation = operationOf(at);
    const parameters = [...node.member('parameters').items(), ...at.member('parameters').items()];
    const given: Input = {
      ...Object.fromEntries(parameters.flatMap((each) => readParameter(each, operation))),
      ...readRequestBody(at.member('requestBody'), operation, contract, resolve),
    };
    const isLast = i === stepNodes.length - 1;
    const { status, until } = readCriteria(at.member('successCriteria'));
    // Those of a step replace those of the workflow.
    const ownSuccess = at.member('onSuccess').isPresent;
    const ownFailure = at.member('onFailure').isPresent;
    const repeats = readActions(
      ownSuccess ? actionsOf(at, 'onSuccess', 'successActions') : onSuccess,
      ownFailure ? actionsOf(at, 'onFailure', 'failureActions') : onFailure,
      isLast,
    );
    const isReading = operation.method === 'GET' || operation.method === 'HEAD';
    if ((until !== undefined || repeats) && !isReading)
      at.fail(`${operation.id} is sent once; only reading calls are repeated until their criteria hold`);
    const waits = until ?? (repeats ? {} : undefined);
    const stepOwn = ownOf(at);
    const lets: Input = {};
    const outputs = readOutputs(at, given, lets, stepId);
    kept.set(stepId, outputs.values);
    steps.push({
      id: stepId,
      about: at.member('description').isPresent ? at.member('description').text() : undefined,
      operation,
      step: {
        operation: operation.id,
        ...(Object.keys(given).length > 0 && { with: given }),
        ...(outputs.as !== undefined && { as: outputs.as }),
        ...(waits !== undefined && { until: waits }),
        ...(stepOwn as Partial<Step>),
      },
      lets,
      status,
    });
  }
  const outputs = new Map(
    node
      .member('outputs')
      .members()
      .map(([key, each]) => [key, resolve(each.text(), each)]),
  );
  const about = [node.member('summary'), node.member('description')].find(({ isPresent }) => isPresent)?.text() ?? id;
  return { id, node, about, before, inputs, steps, outputs, own };

  function operationOf(at: ArazzoNode): Operation {
    const { operations } = contract.model;
    const byId = at.member('operationId');
    const byPath = at.member('operationPath');
    if (byId.isPresent) {
      const [, source, name] = /^\$sourceDescriptions\.([\w-]+)\.(.+)$/.exec(byId.text()) ?? [];
      if (source !== undefined) checkSource(source, byId);
      const wanted = name ?? byId.text();
      return operations.find((each) => each.id === wanted) ?? byId.fail(`no operation "${wanted}" in the description`);
    }
    if (!byPath.isPresent) at.fail('a step has an operationId, an operationPath or a workflowId');
    const [, source, pointer] = /^\{?\$sourceDescriptions\.([\w-]+)\.url\}?(#.*)$/.exec(byPath.text()) ?? [];
    if (source === undefined) byPath.fail('must be {$sourceDescriptions.<name>.url}#/paths/…');
    checkSource(source!, byPath);
    return operations.find((each) => pointerTo(each) === pointer) ?? byPath.fail(`no operation at ${pointer}`);
  }

  function checkSource(name: string, at: ArazzoNode): void {
    const type = surroundings.sources.get(name);
    if (type === undefined) at.fail(`no source description is called "${name}"`);
    if (type !== 'openapi') at.fail(`"${name}" is of the type ${type}; workflows of other documents are not read`);
  }

  function calledWorkflow(at: ArazzoNode): Flow {
    const called = at.member('workflowId');
    if (called.text().startsWith('$')) called.fail('workflows of other documents are not read');
    if (steps.length > 0 || at.member('parameters').items().length > 0)
      called.fail('a workflow is called only before all other steps and without parameters; write it into dependsOn');
    return surroundings.flow(called.text(), called);
  }

  function outputsOfCall(at: ArazzoNode, called: Flow): ReadonlyMap<string, unknown> {
    const read = (each: ArazzoNode) => {
      const [, key] = /^\$outputs\.([\w.-]+)$/.exec(each.text()) ?? [];
      if (key === undefined) return resolve(each.text(), each);
      return called.outputs.get(key) ?? each.fail(`"${called.id}" has no output "${key}"`);
    };
    return new Map([
      ...called.outputs,
      ...at
        .member('outputs')
        .members()
        .map(([key, each]) => [key, read(each)] as const),
    ]);
  }

  function readParameter(at: ArazzoNode, operation: Operation): [string, unknown][] {
    const found = reused(at, 'parameters', components).checkKeys(['name', 'in', 'value']);
    const name = found.member('name').text();
    const place = found.member('in').isPresent ? found.member('in').text() : undefined;
    if (place === 'header' && NOT_PARAMETERS.includes(name.toLowerCase())) return [];
    const isSame = (each: string) => (place === 'header' ? each.toLowerCase() === name.toLowerCase() : each === name);
    const parameter = operation.parameters.find((each) => (place ?? each.in) === each.in && isSame(each.name));
    if (!parameter) {
      const all = operation.parameters.map((each) => `${each.in} ${each.name}`);
      // Parameters of a workflow are for those of its steps that have them.
      if (at.place.startsWith(`${node.place}.parameters`)) return [];
      found.fail(`${operation.id} has no parameter ${place ?? ''} ${name}; it has ${all.join(', ') || 'none'}`);
    }
    // The kit knows the value of a parameter that it has bound.
    if (
      at.member('reference').isPresent &&
      !at.member('value').isPresent &&
      isExact &&
      X_PRECONDITIONS in found.object()
    )
      return [];
    const value = at.member('value').isPresent ? at.member('value') : found.member('value');
    if (!value.isPresent) value.fail('is missing');
    return [[parameter!.name, translate(value, resolve)]];
  }

  /** Reads what a step keeps: of its answer, under one name, and of its request, which then comes from a value of its own. */
  function readOutputs(at: ArazzoNode, given: Input, lets: Input, stepId: string) {
    let as: string | undefined;
    const values = new Map<string, unknown>();
    for (const [key, each] of at.member('outputs').members()) {
      const [path = '', pointer = ''] = each.text().split(/#(.*)/s);
      if (path === '$response.body') {
        as ??= String((ownOf(at) as { as?: string }).as ?? claim(stepId));
        values.set(key, below(`\${${as}}`, keysOfPointer(each, pointer)));
      } else if (path.startsWith('$request.')) values.set(key, keepRequest(key, path, pointer, each, given, lets));
      else if (path.startsWith('$response.')) each.fail('only the body of an answer is kept, not its headers');
      else values.set(key, resolve(each.text(), each));
    }
    return { as, values };
  }

  function keepRequest(key: string, path: string, pointer: string, at: ArazzoNode, given: Input, lets: Input): unknown {
    const [, name] = /^\$request\.(?:body|(?:path|query|header)\.(.+))$/.exec(path) ?? [];
    const input = path === '$request.body' ? 'body' : (name ?? at.fail(`${path} is not kept`));
    if (given[input] === undefined) at.fail(`the request has no ${input}`);
    const isKept = typeof given[input] === 'string' && Object.hasOwn(lets, given[input].slice(2, -1));
    if (!isKept) {
      const answered = steps.flatMap(({ step }) => step.as ?? []);
      if (references(given[input]).some((each) => answered.includes(each)))
        at.fail(`the ${input} of this request takes what an earlier step answered, and cannot be kept`);
      const own = claim(key);
      // Values of a situation are made at once, so that one cannot take another.
      lets[own] = substitute(given[input], inputs.lets);
      given[input] = `\${${own}}`;
    }
    return below(given[input], keysOfPointer(at, pointer));
  }
}

/** Returns all workflows that come before. */
function all(flows: readonly Flow[]): Flow[] {
  return flows.flatMap((flow) => [flow, ...all(flow.before)]);
}

/** Follows `reference: $components.parameters.name`. */
function reused(at: ArazzoNode, kind: string, components: ArazzoNode): ArazzoNode {
  const reference = at.member('reference');
  if (!reference.isPresent) return at;
  const [, name] = new RegExp(`^\\$components\\.${kind}\\.([\\w.-]+)$`).exec(reference.text()) ?? [];
  const known = components.isPresent ? components.member(kind) : components;
  const found = name !== undefined && known.isPresent ? known.member(name) : undefined;
  return found?.isPresent ? found : reference.fail(`"${reference.text()}" is not in components.${kind}`);
}

/** Returns the extension of the kit. */
export function ownOf(node: ArazzoNode): Record<string, unknown> {
  const own = node.member(X_PRECONDITIONS);
  return own.isPresent ? own.object() : {};
}
