import type { Operation } from '@mailwright/codegen/description';
import { references, substitute } from '../preconditions/fill.ts';
import type { Binding, Case, Input, Needs, Preconditions, Situation, Undo } from '../preconditions/preconditions.ts';
import { type Flow, type FlowStep, ownOf, X_PRECONDITIONS } from './flow.ts';
import type { ArazzoNode } from './node.ts';

/** What a workflow is to the kit, when the kit has written it; others are a situation, and a request of each of their steps. */
const KINDS = ['situation', 'operation', 'body', 'status'] as const;
type Kind = (typeof KINDS)[number];

/** Turns workflows into preconditions: what they leave behind, and what each of their steps needs. */
export function gather(flows: readonly Flow[], root: ArazzoNode): Preconditions {
  const situations = new Map<string, Situation>();
  const operations = new Map<string, Needs>();
  const parameters = new Map<string, Binding>();
  bindParameters();
  for (const flow of flows) {
    const kind = kindOf(flow);
    if (kind === undefined) addPlain(flow);
    else if (kind === 'situation') situations.set(situationOf(flow), toSituation(flow, flow.steps));
    else addRequest(flow, kind);
  }
  return { situations, operations, parameters };

  function toSituation({ about, before, inputs, steps: all, own }: Flow, steps: readonly FlowStep[]): Situation {
    const values = Object.assign(
      {},
      inputs.lets,
      ...all.filter((each) => steps.includes(each)).map(({ lets }) => lets),
    );
    const { shared, undo } = own as Pick<Situation, 'shared' | 'undo'>;
    return {
      about,
      ...(before.length > 0 && { given: before.map(situationOf) }),
      ...(Object.keys(values).length > 0 && { let: values }),
      ...(steps.length > 0 && { steps: steps.map(({ step }) => step) }),
      ...(shared && { shared }),
      ...(undo && { undo }),
    };
  }

  /** A workflow that the kit has written for one request. */
  function addRequest(flow: Flow, kind: Exclude<Kind, 'situation'>): void {
    const { about, before, own, node, steps } = flow;
    const [step] = steps;
    if (!step || steps.length > 1) node.member('steps').fail(`a workflow of the kind ${kind} has one step`);
    const { operation, status } = step!;
    const needs = operations.get(operation.id) ?? {};
    operations.set(operation.id, needs);
    const given = before.length > 0 ? { given: before.map(situationOf) } : {};
    // Values that are kept for the workflow have no later step that they are kept for.
    const input = substitute(step!.step.with, { ...flow.inputs.lets, ...step!.lets }) as Input | undefined;
    const sent = input === undefined ? {} : { with: input };
    const { untried, undo, alone, together, at, guessed } = own as Partial<Needs & Case> & { undo?: Undo[] };
    if (kind === 'operation')
      Object.assign(needs, given, sent, untried && { untried }, undo && { undo }, alone && { alone });
    else if (kind === 'body') needs.bodies = [...(needs.bodies ?? []), { about, value: input?.body, ...given }];
    else {
      if (status === undefined)
        node.member('steps').fail('a workflow of the kind status demands one: $statusCode == 409');
      const way = {
        about,
        ...given,
        ...sent,
        ...(together && { together }),
        ...(at && { at }),
        ...(guessed && { guessed }),
      };
      addCase(needs, status!, way);
    }
  }

  /** Any other workflow: the steps before a step are what its request needs. */
  function addPlain(flow: Flow): void {
    const taken: FlowStep[] = [];
    for (const step of flow.steps) {
      const given = givenBefore(flow, taken, step);
      addStep(flow, step, given);
      // A request that is refused changes nothing.
      if ((step.status ?? 200) < 300) taken.push(step);
    }
    if (taken.length > 0) situations.set(situationOf(flow), toSituation(flow, taken));
  }

  function givenBefore(flow: Flow, taken: FlowStep[], step: FlowStep): string[] {
    const values = { ...flow.inputs.lets, ...step.lets };
    const takes = references(step.step.with).some((name) => Object.hasOwn(values, name));
    if (taken.length === 0 && !takes) return flow.before.map(situationOf);
    const name = `${situationOf(flow)} before ${step.id}`;
    const situation = toSituation(flow, taken);
    situations.set(name, {
      ...situation,
      about: `${flow.about}: before ${step.id}`,
      let: { ...situation.let, ...values },
    });
    return [name];
  }

  function addStep(flow: Flow, { operation, step, status, about }: FlowStep, given: string[]): void {
    const needs = operations.get(operation.id) ?? {};
    const way: Case = {
      ...(given.length > 0 && { given }),
      ...(step.with && { with: step.with }),
    };
    const isFirst = needs.with === undefined && needs.given === undefined;
    if (status !== undefined && (status >= 300 || !isFirst))
      addCase(needs, status, { about: about ?? `${flow.about} (${flow.id})`, ...way });
    else if (isFirst) Object.assign(needs, way);
    if (Object.keys(needs).length > 0) operations.set(operation.id, needs);
    for (const { name, in: place } of operation.parameters)
      if (place === 'path') bindPath(operation, name, step.with?.[name], shortest(flow, step.with?.[name]) ?? given);
  }

  /** The situation right after the step whose answer a value is of: what comes later may stand in the way of a deletion. */
  function shortest(flow: Flow, value: unknown): string[] | undefined {
    const [name] = references(value);
    const made = flow.steps.findLastIndex(({ step }) => step.as !== undefined && step.as === name);
    const next = made < 0 ? undefined : flow.steps[made + 1];
    return next && [`${situationOf(flow)} before ${next.id}`];
  }

  /** What a step puts into the path is good for all that is below this path. */
  function bindPath({ path }: Operation, name: string, value: unknown, given: string[]): void {
    const end = path.indexOf(`{${name}}`) + name.length + 2;
    const key = `path ${name} of ${path.slice(0, end)}`;
    const isWhole = typeof value === 'string' && /^\$\{[^}]*\}$/.test(value) && references(value).length > 0;
    if (isWhole && given.length > 0 && !parameters.has(key)) parameters.set(key, { given, value });
  }

  /** Parameters that the kit has written among the components, and those in the extension of the document. */
  function bindParameters(): void {
    for (const [key, binding] of Object.entries(ownOf(root).parameters ?? {})) parameters.set(key, binding as Binding);
    const components = root.member('components');
    const all = components.isPresent ? components.member('parameters').members() : [];
    for (const [, node] of all) {
      if (!(X_PRECONDITIONS in node.object())) continue;
      const { of, ...own } = ownOf(node) as Binding & { of?: string };
      const key = `${node.member('in').text()} ${node.member('name').text()}${of === undefined ? '' : ` of ${of}`}`;
      const value = node.member('value');
      const [, id, output] = /^\$workflows\.([\w-]+)\.outputs\.([\w.-]+)$/.exec(value.text()) ?? [];
      const flow = flows.find((each) => each.id === id) ?? value.fail('must be $workflows.<workflowId>.outputs.<name>');
      const found = flow.outputs.get(output!) ?? value.fail(`"${id}" has no output "${output}"`);
      parameters.set(key, { given: [situationOf(flow)], value: found, ...own });
    }
  }

  function addCase(needs: Needs, status: number, way: Case): void {
    needs.statuses = { ...needs.statuses, [status]: [...[needs.statuses?.[status] ?? []].flat(), way] };
  }

  function kindOf({ own, node }: Flow): Kind | undefined {
    const { kind } = own;
    if (kind !== undefined && !KINDS.includes(kind as Kind))
      node.member(X_PRECONDITIONS).fail(`kind must be one of ${KINDS.join(', ')} but was ${JSON.stringify(kind)}`);
    return kind as Kind | undefined;
  }
}

/** Name of the situation that a workflow leaves behind. */
const situationOf = ({ id, own }: Flow): string => (typeof own.name === 'string' ? own.name : id);
