import type { JsonSchema, Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import type { Corpus } from '../contract/corpus.ts';
import { propertiesOf, requiredOf, type Schemas } from '../contract/schemas.ts';
import { referenceTo, UNIQUE } from '../preconditions/fill.ts';
import {
  type Binding,
  bindingFor,
  type Case,
  type Input,
  isDeclared,
  type Needs,
  type Preconditions,
  type Situation,
} from '../preconditions/preconditions.ts';
import { isValid, sample } from '../values/sample.ts';
import { unknownValue } from '../values/unknown.ts';
import { variants } from '../values/variants.ts';
import { linksOf } from './links.ts';
import { type Reference, referencesIn, referredBy } from './references.ts';
import type { Resource } from './resources.ts';
import type { Roles, TriedMember } from './roles.ts';

/** Names of the values of a resource in templates. */
export const variable = ({ name }: Resource) =>
  name.replaceAll(/[^a-z0-9]+(.)?/gi, (_, next = '') => next.toUpperCase());
const bodyOf = (resource: Resource) => `${variable(resource)}Body`;

/**
 * Finds out what operations need: things are made by `POST /orders`, and the answer has the id of `/orders/{id}` and of
 * `orderId` elsewhere. Nothing is found for operations of which people have said something, or whose bodies are in the corpus.
 * The smallest request that makes a resource has the member that is tried.
 */
export function inferPreconditions(
  contract: Contract,
  resources: readonly Resource[],
  schemas: Schemas,
  declared: Preconditions,
  corpus: Corpus,
  roles: Roles = new Map(),
  tried?: TriedMember,
): Preconditions {
  const operations = contract.model.operations.filter((operation) => {
    const isInCorpus = operation.bodies.some(({ schema }) => corpus.has(schema ?? ''));
    return !isInCorpus && !isDeclared(declared, operation);
  });
  const free = new Set(operations);
  const makable = resources.filter((each) => isMakable(each, free));
  const listable = resources.filter((each) => !makable.includes(each) && isListable(each));
  const links = linksOf(contract.model);
  const situations = new Map<string, Situation>([
    ...makable.flatMap((each) => situationsOf(each)),
    ...listable.map(existing),
  ]);
  const bodies = new Map(operations.map((operation) => [operation, goodBody(operation)] as const));
  return {
    situations,
    operations: new Map(
      operations.flatMap((operation): [string, Needs][] => {
        const needs = needsOf(operation);
        return Object.keys(needs).length > 1 ? [[operation.id, needs]] : [];
      }),
    ),
    parameters: new Map(
      operations.length > 0 ? [...resources.flatMap(pathBinding), ...operations.flatMap(queryBindings)] : [],
    ),
  };

  /** Reports whether the id of what is made comes to light: in the answer, or in what was sent. */
  function isMakable({ create, idInAnswer, parent }: Resource, among: ReadonlySet<Operation>): boolean {
    if (!create || !among.has(create) || idInAnswer === undefined) return false;
    return parent === undefined || isMakable(parent, among);
  }

  /** Reports whether one that is there can be found, when none can be made. */
  function isListable({ list, items, idInItem, parent }: Resource): boolean {
    const isOfOwn = parent === undefined || makable.includes(parent);
    return list !== undefined && free.has(list) && items !== undefined && idInItem !== undefined && isOfOwn;
  }

  /** The first of a list: for reading alone, for the run has not made it. */
  function existing(resource: Resource): [string, Situation] {
    const { name, list, parent } = resource;
    const about = `A ${name} that is there already.`;
    const step = { operation: list!.id, with: idsAbove(list!.path), as: `${variable(resource)}List` };
    return [`existing ${name}`, { about, ...(parent && { given: [parent.name] }), steps: [step], guessed: true }];
  }

  function idOf(resource: Resource): string {
    if (listable.includes(resource)) {
      const { items = [], idInItem = [] } = resource;
      return referenceTo(`${variable(resource)}List`, [...items, '0', ...idInItem]);
    }
    return referenceTo(variable(resource), resource.idInAnswer!);
  }

  function bodySchema(operation: Operation): JsonSchema | undefined {
    return schemas.body(operation, operation.bodies[0]);
  }

  /** References of a body to what can be made, without those to what it makes itself. */
  function references(operation: Operation): Reference[] {
    const schema = bodySchema(operation);
    if (!schema) return [];
    const others = makable.filter(({ create }) => create !== operation);
    const properties = propertiesOf(schema);
    const byRole = rolesAt(operation).filter(({ key, resource }) => key in properties && others.includes(resource));
    return [...referencesIn(schema, others), ...byRole];
  }

  /** Roles of members, also in requests that change what was made with them. */
  function rolesAt(operation: Operation): readonly Reference[] {
    const resource = resources.find(({ create, changes }) => create === operation || changes.includes(operation));
    return (resource?.create && roles.get(resource.create)) ?? [];
  }

  function goodBody(operation: Operation, optional = false): unknown {
    const schema = bodySchema(operation);
    if (!schema) return undefined;
    const found = references(operation);
    const replace = (key: string) => {
      const reference = found.find((each) => each.key === key);
      if (!reference) return undefined;
      return reference.isList ? [idOf(reference.resource)] : idOf(reference.resource);
    };
    const body = sample(schema, { optional, replace });
    if (tried?.create !== operation) return body;
    const all = sample(schema, { optional: true, replace });
    return { ...(body as object), [tried.key]: (all as Record<string, unknown>)[tried.key] };
  }

  /** Lists the resources on which the path and the required members of the body depend. */
  function givenTo(operation: Operation): string[] {
    const above = makable.filter(({ path }) => operation.path.startsWith(`${path}/`) || operation.path === path);
    const sent = requiredOf(bodySchema(operation) ?? {}).concat(tried?.create === operation ? tried.key : []);
    const referred = references(operation).filter(({ key }) => sent.includes(key));
    return [...new Set([...above, ...referred.map(({ resource }) => resource)].map(({ name }) => name))];
  }

  /** Lists the further resources that a body with all properties needs. */
  function givenToAll(operation: Operation): { given?: string[] } {
    const given = givenTo(operation);
    const more = new Set(references(operation).map(({ resource }) => resource.name));
    const others = [...more].filter((name) => !given.includes(name));
    return others.length > 0 ? { given: others } : {};
  }

  function idsAbove(path: string): Input {
    const above = makable.filter((each) => path.startsWith(`${each.path}/`) || path === each.path);
    return Object.fromEntries(above.map((each) => [each.parameter, idOf(each)]));
  }

  function situationsOf(resource: Resource): [string, Situation][] {
    const { name, create, remove, path } = resource;
    const contentType = create!.bodies[0]?.mediaType;
    const made = (as: string, about: string, given: string[], body: string): Situation => {
      const value = goodBody(create!);
      const sent = value === undefined ? {} : { body: `\${${body}}`, contentType };
      return {
        about,
        given,
        ...(value !== undefined && { let: { [body]: value } }),
        steps: [{ operation: create!.id, with: { ...idsAbove(create!.path), ...sent }, as }],
        guessed: true,
      };
    };
    const all: [string, Situation][] = [
      [name, made(variable(resource), `A new ${name}.`, givenTo(create!), bodyOf(resource))],
      [`another ${name}`, made(`${variable(resource)}2`, `A second ${name}.`, [name], `${bodyOf(resource)}2`)],
    ];
    if (remove && free.has(remove))
      all.push([
        `deleted ${name}`,
        {
          about: `A ${name} that was deleted.`,
          given: [name],
          steps: [{ operation: remove.id, with: idsAbove(path) }],
          guessed: true,
        },
      ]);
    for (const action of actionsOf(resource)) {
      const body = goodBody(action);
      all.push([
        `${name} after ${action.id}`,
        {
          about: `A ${name} after ${action.method} ${action.path}.`,
          given: givenTo(action),
          steps: [
            {
              operation: action.id,
              with: {
                ...idsAbove(action.path),
                ...(body === undefined ? {} : { body, contentType: action.bodies[0]?.mediaType }),
              },
            },
          ],
          guessed: true,
        },
      ]);
    }
    return all;
  }

  /** Changes that may be refused when they come twice. */
  function actionsOf(resource: Resource): Operation[] {
    return resource.changes.filter(
      (each) => free.has(each) && documents(each, 409) && each.method === 'POST' && !isCreate(each),
    );
  }

  function isCreate(operation: Operation): boolean {
    return resources.some(({ create }) => create === operation);
  }

  function needsOf(operation: Operation): Needs {
    const body = bodies.get(operation);
    const contentType = operation.bodies[0]?.mediaType;
    const full = goodBody(operation, true);
    const schema = bodySchema(operation);
    const further =
      schema && body !== undefined
        ? [{ about: 'all properties', value: full, ...givenToAll(operation) }, ...variants(schema, body)].filter(
            ({ value }) => value !== undefined,
          )
        : [];
    const given = givenTo(operation);
    const statuses = statusesOf(operation, body);
    return {
      guessed: true,
      ...(given.length > 0 && { given }),
      ...(body !== undefined && { with: { body, contentType } }),
      ...(further.length > 0 && { bodies: further }),
      ...(Object.keys(statuses).length > 0 && { statuses }),
    };
  }

  /** Parameters of which answers say more than their own schemas: a text there, a UUID here. */
  function strictIdsOf({ path, parameters }: Operation): string[] {
    const above = resources.filter((each) => path === each.path || path.startsWith(`${each.path}/`));
    const isStrict = ({ parameter, idSchema }: Resource) => {
      const own = parameters.find(({ name, in: place }) => name === parameter && place === 'path');
      return own?.scalar === 'string' && !own.schema.format && !own.schema.pattern && idSchema?.format === 'uuid';
    };
    return above.filter(isStrict).map(({ parameter }) => parameter);
  }

  function statusesOf(operation: Operation, body: unknown): Record<string, Case[]> {
    const statuses: Record<string, Case[]> = {};
    const add = (status: number, ...cases: Case[]) => {
      if (documents(operation, status) && cases.length > 0) statuses[status] = [...(statuses[status] ?? []), ...cases];
    };
    const contentType = operation.bodies[0]?.mediaType;
    const guessed = true as const;
    for (const each of strictIdsOf(operation))
      for (const status of [400, 422])
        add(status, { about: `${each}: another form`, with: { [each]: `no-such-form-${UNIQUE}` }, guessed });
    for (const resource of makable) {
      const { name, create, remove, path, changes } = resource;
      const [first, second] = [`\${${bodyOf(resource)}}`, `\${${bodyOf(resource)}2}`];
      if (operation === create && body !== undefined)
        add(409, { about: 'the same again', given: [name], with: { body: first, contentType }, guessed });
      if (operation.path === path && operation.method === 'PUT' && create && body !== undefined)
        add(409, {
          about: 'values of another',
          given: [`another ${name}`],
          with: { body: second, contentType },
          guessed,
        });
      if (operation === remove)
        for (const other of referredBy(resource, makable, references))
          add(409, { about: `${other.name} refers to it`, given: [other.name], guessed });
      if (changes.includes(operation) && actionsOf(resource).includes(operation))
        add(409, { about: 'twice', given: [`${name} after ${operation.id}`], guessed });
      if (operation.path === path && situations.has(`deleted ${name}`)) {
        const about = 'what was deleted';
        add(404, { about, given: [`deleted ${name}`] });
        add(410, { about, given: [`deleted ${name}`], guessed });
      }
    }
    if (typeof body === 'object' && body !== null)
      for (const { key, resource, isList } of references(operation)) {
        const nobody = unknownValue(propertiesOf(bodySchema(operation)!)[key]!);
        if (nobody === undefined || isList) continue;
        const about = `${key}: no ${resource.name} has it`;
        for (const status of [404, 409, 422])
          add(status, { about, with: { body: { ...body, [key]: nobody }, contentType }, guessed });
      }
    return statuses;
  }

  function pathBinding(resource: Resource): [string, Binding][] {
    const isBound = bindingFor(declared.parameters, resource, { in: 'path', name: resource.parameter }) !== undefined;
    if (isBound) return [];
    const key = `path ${resource.parameter} of ${resource.path}`;
    const parameter = contract.model.operations
      .find(({ path }) => path === resource.path)
      ?.parameters.find(({ name, in: place }) => name === resource.parameter && place === 'path');
    const candidates = [resource.idSchema, parameter?.schema].map((schema) => schema && unknownValue(schema));
    const nobody = candidates.find((each) => each !== undefined && isValid(parameter?.schema ?? {}, each));
    const unknown = nobody === undefined ? {} : { unknown: nobody };
    if (makable.includes(resource))
      return [[key, { given: [resource.name], value: idOf(resource), ...unknown, guessed: true }]];
    if (listable.includes(resource))
      return [[key, { given: [`existing ${resource.name}`], value: idOf(resource), ...unknown, guessed: true }]];
    return Object.keys(unknown).length > 0 ? [[key, { ...unknown, guessed: true }]] : [];
  }

  function queryBindings(operation: Operation): [string, Binding][] {
    const found = operation.parameters.filter((each) => each.in === 'query' && !each.array);
    return found.flatMap(({ name, schema }): [string, Binding][] => {
      const link = links.find(({ to, parameter }) => to === operation && parameter === name);
      const source = link && makable.find(({ create }) => create === link.from);
      if (link && source) {
        const value = referenceTo(variable(source), link.keys);
        return [[`query ${name} of ${operation.path}`, { given: [source.name], value, guessed: true }]];
      }
      const [reference] = referencesIn({ properties: { [name]: schema } }, makable);
      if (!reference || reference.isList) return [];
      const { resource } = reference;
      return [[`query ${name} of ${operation.path}`, { given: [resource.name], value: idOf(resource), guessed: true }]];
    });
  }
}

const documents = ({ responses }: Operation, status: number) => responses.some((each) => each.status === status);

/** Merges declared preconditions with inferred ones; declared ones win. */
export function withInferred(declared: Preconditions, inferred: Preconditions): Preconditions {
  return {
    situations: new Map([...inferred.situations, ...declared.situations]),
    operations: new Map([...inferred.operations, ...declared.operations]),
    parameters: new Map([...inferred.parameters, ...declared.parameters]),
  };
}
