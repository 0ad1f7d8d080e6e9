import type { ApiModel, Operation } from '@mailwright/codegen/description';
import { InputError } from '../input-error.ts';
import { checkPreconditions } from '../preconditions/check.ts';
import { below, keysOfReference, references, substitute } from '../preconditions/fill.ts';
import type { Input, Preconditions, Situation, Step } from '../preconditions/preconditions.ts';
import { Fresh, Ids, pointerOf } from './provided.ts';
import { type ArazzoDocument, mapped, requestOf } from './write.ts';

export interface JobsOptions {
  title: string;
  /** Address of the description, relative to the document. */
  url: string;
  /** Value of the header `Authorization` of every request, an expression such as `Bearer {$inputs.key}`. */
  authorization?: string;
}

/** Seconds between two looks at work that goes on behind an answer, and how many there are at most. */
const RETRY = { retryAfter: 1, retryLimit: 120 };

/**
 * Writes jobs as an Arazzo document, each as one workflow that needs no other: the steps of the situations that are given come before
 * its own. A job has the form of a situation.
 * @throws InputError for jobs with steps that Arazzo has no words for, naming them
 */
export function writeJobs(
  jobs: ReadonlyMap<string, Situation>,
  preconditions: Preconditions,
  model: ApiModel,
  { title, url, authorization }: JobsOptions,
): ArazzoDocument {
  // A job may have the name of a situation.
  const situations = new Map([
    ...preconditions.situations,
    ...[...jobs].map(([name, job]) => [jobOf(name), job] as const),
  ]);
  const problems = checkPreconditions({ ...preconditions, situations }, model);
  if (problems.length > 0) throw new InputError(problems.join('\n'));
  const operations = new Map(model.operations.map((operation) => [operation.id, operation]));
  return {
    arazzo: '1.0.1',
    info: { title, version: String(model.document.info?.version ?? '1') },
    sourceDescriptions: [{ name: 'api', url, type: 'openapi' }],
    workflows: [...jobs].map(([name, job], i) => workflow(name, job, i + 1)),
  };

  function workflow(name: string, job: Situation, number: number): object {
    const fresh = new Fresh();
    const stepIds = new Ids();
    /** Templates of `let`, and the steps that keep an answer, by name. */
    const lets: Input = {};
    const kept = new Map<string, WrittenStep>();
    const key = authorization === undefined ? [] : [{ name: 'Authorization', in: 'header', value: authorization }];
    if (authorization?.includes('{$inputs.key}')) fresh.add('key', { type: 'string', format: 'password' });
    const steps = inOrder(jobOf(name)).flatMap((each) => {
      const { let: own = {}, steps: all = [] } = situations.get(each)!;
      for (const [letName, value] of Object.entries(own)) {
        lets[letName] = substitute(value, lets);
        kept.delete(letName);
      }
      return all.map((step) => toStep(each, step));
    });
    return {
      workflowId: name,
      summary: job.about,
      ...fresh.inputs(),
      ...(key.length > 0 && { parameters: key }),
      steps: steps.map(({ outputs, fields, criteria, waits }) => ({
        ...fields,
        successCriteria: criteria,
        ...(waits && { onFailure: [{ name: 'again', type: 'retry', ...RETRY }] }),
        ...(outputs.size > 0 && { outputs: Object.fromEntries(outputs) }),
      })),
    };

    function toStep(situation: string, step: Step): WrittenStep {
      if (step.each !== undefined || step.repeat !== undefined || step.by !== undefined)
        throw new InputError(`job "${name}": the step ${step.operation} of "${situation}" has each, repeat or by`);
      const operation = operations.get(step.operation)!;
      const input = substitute(step.with ?? {}, lets) as Input;
      const request = requestOf(operation, withoutUsual(operation, input), textOf);
      const stepId = stepIds.claim(step.as ?? step.operation);
      const description = operation.summary ? { description: operation.summary } : {};
      const fields = { stepId, ...description, operationId: operation.id, ...request };
      const written = {
        stepId,
        fields,
        outputs: new Map<string, string>(),
        ids: new Ids(),
        criteria: criteriaOf(operation, step),
        waits: step.until !== undefined,
      };
      if (step.as !== undefined) {
        kept.set(step.as, written);
        delete lets[step.as];
      }
      return written;
    }

    function textOf(text: string): unknown {
      const whole = /^\$\{([^}]*)\}$/.exec(text)?.[1];
      if (whole !== undefined && whole !== 'unique') return expression(whole);
      // Jobs of one run have one input, and need texts of their own.
      const suffix = (path: string) => (path === 'unique' ? number : '');
      return text.replace(/\$\{([^}]*)\}/g, (_, path: string) => `{${expression(path)}}${suffix(path)}`);
    }

    function expression(path: string): unknown {
      const template = `\${${path}}`;
      if (references(template).length === 0) return fresh.expression(template);
      const [variable, ...keys] = keysOfReference(path) ?? [];
      const step = kept.get(variable ?? '');
      if (variable !== undefined && variable in lets) return mapped(below(lets[variable], keys), textOf);
      if (!step) throw new InputError(`job "${name}": Arazzo has no words for ${template}`);
      const pointer = `$response.body${pointerOf(keys)}`;
      const known = [...step.outputs].find(([, each]) => each === pointer)?.[0];
      const output = known ?? step.ids.claim(keys.filter((each) => !/^\d+$/.test(each)).join('_') || 'answer');
      step.outputs.set(output, pointer);
      return `$steps.${step.stepId}.outputs.${output}`;
    }
  }

  /** The situations before one and itself, each once. */
  function inOrder(name: string, seen = new Set<string>()): string[] {
    if (seen.has(name)) return [];
    seen.add(name);
    return [...(situations.get(name)!.given ?? []).flatMap((each) => inOrder(each, seen)), name];
  }
}

const jobOf = (name: string) => `job ${name}`;

interface WrittenStep {
  stepId: string;
  fields: object;
  /** Expressions by the names of outputs; steps that follow add to them. */
  outputs: Map<string, string>;
  ids: Ids;
  criteria: object[];
  /** The step is repeated until its criteria hold. */
  waits: boolean;
}

/** The media type that an operation takes first goes without saying, so that its twin in JSON may take another. */
function withoutUsual({ bodies }: Operation, input: Input): Input {
  const { contentType, ...rest } = input;
  return contentType === undefined || contentType === bodies[0]?.mediaType ? rest : input;
}

/** Without criteria, tools take each documented status for a success, refusals included. */
function criteriaOf({ responses }: Operation, { until }: Step): object[] {
  const good = responses.flatMap(({ status }) => (typeof status === 'number' && status < 300 ? [status] : []));
  const status = { condition: good.length === 1 ? `$statusCode == ${good[0]}` : '$statusCode < 300' };
  if (until === undefined) return [status];
  const members =
    typeof until === 'string'
      ? [['', [until]] as const]
      : Object.entries(until).map(([key, each]) => [`#/${key}`, [each].flat()] as const);
  return [
    status,
    ...members.map(([pointer, texts]) => ({
      condition: texts.map((text) => `$response.body${pointer} == '${text.replaceAll("'", "''")}'`).join(' || '),
    })),
  ];
}
