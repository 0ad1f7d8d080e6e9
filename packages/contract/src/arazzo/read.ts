import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Contract } from '../contract/contract.ts';
import { InputError } from '../input-error.ts';
import { checkPreconditions } from '../preconditions/check.ts';
import type { Preconditions } from '../preconditions/preconditions.ts';
import { type Flow, readFlow } from './flow.ts';
import { gather } from './gather.ts';
import { Names } from './names.ts';
import { ArazzoNode } from './node.ts';

/**
 * Reads an Arazzo document, in YAML or JSON, as preconditions.
 * @throws InputError that names file and place when it is no Arazzo 1, names what is not there, or takes what the kit does not do
 */
export function readArazzo(file: string, contract: Contract): Preconditions {
  try {
    return toPreconditions(parseArazzo(readFileSync(file, 'utf8')), contract);
  } catch (error) {
    throw new InputError(`${file}: ${(error as Error).message}`);
  }
}

function parseArazzo(text: string): unknown {
  return parse(text, { maxAliasCount: 100 });
}

/** @throws InputError that names the place */
export function toPreconditions(document: unknown, contract: Contract): Preconditions {
  const root = new ArazzoNode(document, '');
  root.checkKeys(['arazzo', 'info', 'sourceDescriptions', 'workflows', 'components']);
  const version = root.member('arazzo');
  if (!/^1\.0\.\d+/.test(version.text())) version.fail(`is ${version.text()}; the kit reads Arazzo 1.0`);
  const workflows = new Map<string, ArazzoNode>();
  for (const node of root.member('workflows').items()) {
    const id = node.member('workflowId');
    if (workflows.has(id.text())) id.fail(`"${id.text()}" is the name of another workflow`);
    workflows.set(id.text(), node);
  }
  if (workflows.size === 0) root.member('workflows').fail('is missing or empty');
  const sources = root.member('sourceDescriptions').items();
  const surroundings = {
    contract,
    names: new Names(),
    components: root.member('components'),
    sources: new Map(
      sources.map((each) => [each.member('name').text(), String(each.member('type').value ?? 'openapi')]),
    ),
    flow,
  };
  const flows = new Map<string, Flow>();
  const open = new Set<string>();
  for (const [id, node] of workflows) flow(id, node.member('workflowId'));
  const preconditions = gather([...flows.values()], root);
  const problems = checkPreconditions(preconditions, contract.model);
  if (problems.length > 0) throw new InputError(problems.map(asWorkflow).join('\n'));
  return preconditions;

  function flow(id: string, at: ArazzoNode): Flow {
    if (id.startsWith('$')) at.fail('workflows of other documents are not read');
    const node = workflows.get(id) ?? at.fail(`no workflow is called "${id}"`);
    if (open.has(id)) at.fail(`"${id}" comes before itself`);
    const known = flows.get(id);
    if (known) return known;
    open.add(id);
    const read = readFlow(node, surroundings);
    open.delete(id);
    flows.set(id, read);
    return read;
  }
}

/** Preconditions are checked as files; here they come from workflows. */
const asWorkflow = (problem: string) =>
  problem.replace(/^situations\/(.*?)\.yaml:/, 'workflow "$1":').replace(/^operations\/(.*?)\.yaml:/, 'operation $1:');
