// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of preconditions look like this
import { expect, test } from 'vitest';
import type { Preconditions } from '../preconditions/preconditions.ts';
import { toPreconditions } from './read.ts';
import { contractOf, customer, documentOf, shop } from './testing.ts';

const contract = await contractOf(shop);

const read = (workflows: unknown, more?: object) => toPreconditions(documentOf(workflows, more), contract);
const plain = ({ situations, operations, parameters }: Preconditions) => ({
  situations: Object.fromEntries(situations),
  operations: Object.fromEntries(operations),
  parameters: Object.fromEntries(parameters),
});

const taken = { operation: 'createCustomer', with: { body: { email: 'ada@example.org' } }, as: 'create' };

test('the steps before a step are what its request needs, and feed the paths below', () => {
  const get = {
    stepId: 'get',
    operationId: 'getCustomer',
    parameters: [{ name: 'id', in: 'path', value: '$steps.create.outputs.id' }],
  };
  const gone = {
    ...get,
    stepId: 'gone',
    description: 'what was deleted',
    successCriteria: [{ condition: '$statusCode == 404' }],
  };
  const workflows = [
    {
      workflowId: 'life',
      summary: 'A life',
      steps: [customer, get, { ...get, stepId: 'delete', operationId: 'deleteCustomer' }, gone],
    },
  ];
  const taking = { operation: 'getCustomer', with: { id: '${create.id}' } };
  const deleting = { ...taking, operation: 'deleteCustomer' };
  expect(plain(read(workflows))).toEqual({
    situations: {
      life: { about: 'A life', steps: [taken, taking, deleting] },
      'life before get': { about: 'A life: before get', let: {}, steps: [taken] },
      'life before delete': { about: 'A life: before delete', let: {}, steps: [taken, taking] },
      'life before gone': { about: 'A life: before gone', let: {}, steps: [taken, taking, deleting] },
    },
    operations: {
      createCustomer: { with: taken.with },
      getCustomer: {
        given: ['life before get'],
        with: taking.with,
        statuses: { 404: [{ about: 'what was deleted', given: ['life before gone'], with: taking.with }] },
      },
      deleteCustomer: { given: ['life before delete'], with: taking.with },
    },
    parameters: { 'path id of /customers/{id}': { given: ['life before get'], value: '${create.id}' } },
  });
});

/** What one step becomes in the situation of its workflow, after a workflow `first` that makes a customer. */
function stepOf(step: object, more: object = {}, components: object = {}) {
  const first = { workflowId: 'first', steps: [customer], outputs: { customer: '$steps.create.outputs.id' } };
  const second = { workflowId: 'second', dependsOn: ['first'], steps: [{ stepId: 'one', ...step }], ...more };
  const { situations } = read([second, first], { components });
  const { let: values = {}, steps = [] } = situations.get('second')!;
  return { ...steps[0], let: values };
}
const create = { operationId: 'createCustomer' };
const body = (payload: unknown, more: object = {}) => ({ ...create, requestBody: { payload, ...more } });
const inputs = (properties: object) => ({ inputs: { type: 'object', properties } });

test.each<[about: string, step: object, more: object, wanted: object]>([
  [
    'an output of another workflow',
    {
      operationId: 'getCustomer',
      parameters: [{ name: 'id', in: 'path', value: '$workflows.first.outputs.customer' }],
    },
    {},
    { with: { id: '${create.id}' } },
  ],
  [
    'an expression within a text',
    body({ email: 'c-{$workflows.first.outputs.customer}@example.org' }),
    {},
    { with: { body: { email: 'c-${create.id}@example.org' } } },
  ],
  [
    'a text that is no expression',
    body({ email: 'a@example.org', name: '$5 {off} $input' }),
    {},
    { with: { body: { email: 'a@example.org', name: '$5 {off} $input' } } },
  ],
  [
    'a predefined input',
    body({ email: '{$inputs.unique}@example.org' }),
    inputs({ unique: { type: 'string' } }),
    { with: { body: { email: '${unique}@example.org' } }, let: {} },
  ],
  [
    'the default of an input',
    body({ email: '$inputs.mail' }),
    inputs({ mail: { type: 'string', default: 'a@example.org' } }),
    { with: { body: { email: '${mail}' } }, let: { mail: 'a@example.org' } },
  ],
  [
    'an input whose value is made once',
    body({ email: '$inputs.no' }),
    inputs({ no: { type: 'integer', minimum: 7 } }),
    { with: { body: { email: '${no}' } }, let: { no: 7 } },
  ],
  [
    'inputs among the components',
    body({ email: '$inputs.mail' }),
    { inputs: { $ref: '#/components/inputs/mails' } },
    { let: { mail: 'b@example.org' } },
  ],
  [
    'a header, in any case',
    { ...body({ email: 'a' }), parameters: [{ name: 'x-origin', in: 'header', value: 'web' }] },
    {},
    { with: { 'X-Origin': 'web', body: { email: 'a' } } },
  ],
  [
    'a header with the key, which the kit has',
    { ...body({ email: 'a' }), parameters: [{ name: 'Authorization', in: 'header', value: 'Bearer $inputs.key' }] },
    {},
    { with: { body: { email: 'a' } } },
  ],
  [
    'a parameter among the components',
    { operationId: 'getCustomer', parameters: [{ reference: '$components.parameters.gone' }] },
    {},
    { with: { id: 'c-0' } },
  ],
  [
    'one with another value',
    { operationId: 'getCustomer', parameters: [{ reference: '$components.parameters.gone', value: 'c-1' }] },
    {},
    { with: { id: 'c-1' } },
  ],
  [
    'parameters of the workflow',
    { operationId: 'getCustomer' },
    {
      parameters: [
        { name: 'id', in: 'path', value: 'c-2' },
        { name: 'tag', in: 'query', value: 't' },
      ],
    },
    { with: { id: 'c-2' } },
  ],
  [
    'replacements',
    body(
      { email: 'a', name: 'b' },
      {
        replacements: [
          { target: '/email', value: '$workflows.first.outputs.customer' },
          { target: '#/name', value: 'c' },
        ],
      },
    ),
    {},
    { with: { body: { email: '${create.id}', name: 'c' } } },
  ],
  [
    'a document of JSON',
    body('{"email": "a", "name": "{$workflows.first.outputs.customer}"}'),
    {},
    { with: { body: { email: 'a', name: '${create.id}' } } },
  ],
  [
    'a document of XML',
    {
      operationId: 'createOrder',
      requestBody: {
        contentType: 'application/xml',
        payload: '<order><customer>c</customer><amount>3</amount></order>',
      },
    },
    {},
    { with: { contentType: 'application/xml', body: { customer: 'c', amount: 3 } } },
  ],
  [
    'an expression in a document of XML',
    {
      operationId: 'createOrder',
      requestBody: { payload: '<order><customer>c</customer><amount>{$inputs.uniqueNumber}</amount></order>' },
    },
    inputs({ uniqueNumber: { type: 'integer' } }),
    { with: { body: { customer: 'c', amount: '${uniqueNumber}' } } },
  ],
  [
    'a request that is kept',
    { ...body({ email: '{$inputs.unique}' }), outputs: { kept: '$request.body' } },
    inputs({ unique: {} }),
    { with: { body: '${kept}' }, let: { kept: { email: '${unique}' } } },
  ],
  [
    'a source description',
    { operationId: '$sourceDescriptions.shop.createCustomer', requestBody: { payload: { email: 'a' } } },
    {},
    { operation: 'createCustomer' },
  ],
  [
    'a path',
    {
      operationPath: '{$sourceDescriptions.shop.url}#/paths/~1customers/post',
      requestBody: { payload: { email: 'a' } },
    },
    {},
    { operation: 'createCustomer' },
  ],
  [
    'waiting for a state',
    {
      operationId: 'getCustomer',
      parameters: [{ name: 'id', in: 'path', value: 'c' }],
      successCriteria: [
        { condition: "$statusCode == 200 && $response.body#/state == 'good' || $response.body#/state == 'bad'" },
      ],
      onFailure: [{ name: 'again', type: 'retry', retryAfter: 1, retryLimit: 9 }],
    },
    {},
    { until: { state: ['good', 'bad'] } },
  ],
  [
    'actions of a step in place of those of the workflow',
    {
      operationId: 'getCustomer',
      parameters: [{ name: 'id', in: 'path', value: 'c' }],
      onFailure: [{ name: 'a', type: 'end' }],
    },
    { failureActions: [{ name: 'b', type: 'goto', stepId: 'one' }] },
    { operation: 'getCustomer' },
  ],
  [
    'waiting for a text with a quote and a space',
    {
      operationId: 'getCustomer',
      parameters: [{ name: 'id', in: 'path', value: 'c' }],
      successCriteria: [{ condition: "$response.body#/state == 'all ''good'''" }],
    },
    {},
    { until: { state: ["all 'good'"] } },
  ],
  ['a list as a body', body(['$workflows.first.outputs.customer', 1]), {}, { with: { body: ['${create.id}', 1] } }],
  [
    'waiting for something to be there',
    {
      operationId: 'getCustomer',
      parameters: [{ name: 'id', in: 'path', value: 'c' }],
      onFailure: [{ reference: '$components.failureActions.again' }],
    },
    {},
    { until: {} },
  ],
])('%s', (_, step, more, wanted) => {
  const components = {
    parameters: { gone: { name: 'id', in: 'path', value: 'c-0' } },
    inputs: { mails: { type: 'object', properties: { mail: { default: 'b@example.org' } } } },
    failureActions: { again: { name: 'again', type: 'retry' } },
  };
  expect(stepOf(step, more, components)).toMatchObject(wanted);
});

test('pointers into XML act on the value of the schema, whatever its keys are', () => {
  const order = {
    stepId: 'order',
    operationId: 'createOrder',
    requestBody: { payload: { customer: 'c' } },
    outputs: { id: '$response.body#/order-id', line: '$response.body#/lines/0/no' },
  };
  const get = {
    stepId: 'get',
    operationId: 'getOrder',
    parameters: [{ name: 'order-id', in: 'path', value: '{$steps.order.outputs.id}-{$steps.order.outputs.line}' }],
  };
  const { operations } = read([{ workflowId: 'orders', steps: [order, get] }]);
  expect(operations.get('getOrder')!.with).toEqual({ 'order-id': '${order[order-id]}-${order.lines[0].no}' });
});

test('steps of one name in several workflows keep what they answer apart', () => {
  const second = {
    workflowId: 'second',
    dependsOn: ['first'],
    steps: [{ ...customer, requestBody: { payload: { email: '$workflows.first.outputs.c' } } }],
  };
  const { situations } = read([
    { workflowId: 'first', steps: [customer], outputs: { c: '$steps.create.outputs.id' } },
    second,
  ]);
  expect(situations.get('second')).toMatchObject({
    given: ['first'],
    steps: [{ with: { body: { email: '${create.id}' } }, as: 'second_create' }],
  });
});

test('a workflow that is called first comes before', () => {
  const call = { stepId: 'before', workflowId: 'first', outputs: { c: '$outputs.customer' } };
  const get = {
    stepId: 'get',
    operationId: 'getCustomer',
    parameters: [{ name: 'id', in: 'path', value: '$steps.before.outputs.c' }],
  };
  const { situations } = read([
    { workflowId: 'second', steps: [call, get] },
    { workflowId: 'first', steps: [customer], outputs: { customer: '$steps.create.outputs.id' } },
  ]);
  expect(situations.get('second')).toMatchObject({ given: ['first'], steps: [{ with: { id: '${create.id}' } }] });
});
