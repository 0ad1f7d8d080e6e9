import type { NodeOption, NodeProperty } from './n8n.ts';
import type { NodeField, NodeOperation, NodeResource } from './operation.ts';

/** Name of the collection of what may be left out. */
export const optional = 'options';

/** What a person sees of the node: a resource, one of its operations, the fields that it needs, and those that may be added. */
export function nodeProperties(resources: readonly NodeResource[]): NodeProperty[] {
  return [
    {
      ...{ displayName: 'Resource', name: 'resource', type: 'options', noDataExpression: true },
      options: resources.map(({ name, title }) => ({ name: title, value: name })),
      default: 'contacts',
    },
    ...resources.map(operationProperty),
    ...resources.flatMap((resource) =>
      resource.operations.flatMap((operation) => fieldProperties(resource, operation)),
    ),
  ];
}

function operationProperty({ name, operations }: NodeResource): NodeProperty {
  return {
    ...{ displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true },
    displayOptions: { show: { resource: [name] } },
    options: operations.map(({ name: value, title, action }) => ({ name: title, value, description: action, action })),
    default: operations[0]!.name,
  };
}

function fieldProperties({ name: resource }: NodeResource, { name, fields }: NodeOperation): NodeProperty[] {
  const displayOptions = { show: { resource: [resource], operation: [name] } };
  const required = fields.filter((field) => field.required);
  const others = fields.filter((field) => !field.required);
  return [
    ...required.map((field) => ({ ...fieldProperty(field), required: true, displayOptions })),
    ...(others.length > 0
      ? [
          {
            ...{ displayName: 'Options', name: optional, type: 'collection' as const, placeholder: 'Add Option' },
            ...{ default: {}, displayOptions, options: others.map(fieldProperty) },
          },
        ]
      : []),
  ];
}

const types = {
  text: 'string',
  texts: 'string',
  number: 'number',
  boolean: 'boolean',
  choice: 'options',
  choices: 'multiOptions',
  json: 'json',
} as const;

function fieldProperty({ name, title, kind, description, values, default: usual }: NodeField): NodeProperty {
  return {
    ...{ displayName: title, name, type: types[kind], default: usual ?? emptyOf(kind, values) },
    ...(description !== '' && { description }),
    ...(values && { options: values.map(optionOf) }),
    ...(kind === 'texts' && { typeOptions: { multipleValues: true } }),
  };
}

const optionOf = (value: string | number): NodeOption => ({ name: String(value), value });

function emptyOf(kind: NodeField['kind'], values: NodeField['values']): unknown {
  if (kind === 'choice') return values![0];
  if (kind === 'texts' || kind === 'choices') return [];
  if (kind === 'number') return 0;
  return kind === 'boolean' ? false : '';
}
