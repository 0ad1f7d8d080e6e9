// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of preconditions look like this
import { expect, test } from 'vitest';
import { toPreconditions } from './read.ts';
import { contractOf, customer, documentOf, shop } from './testing.ts';

const contract = await contractOf(shop);
const read = (workflows: unknown) => toPreconditions(documentOf(workflows), contract);

const inputs = (properties: object) => ({ inputs: { type: 'object', properties } });
const one = (step: object, more: object = {}) => [
  {
    workflowId: 'one',
    steps: [{ stepId: 'a', operationId: 'getCustomer', parameters: [{ name: 'id', in: 'path', value: 'c' }], ...step }],
    ...more,
  },
];
const criterion = (condition: string, more: object = {}) => one({ successCriteria: [{ condition, ...more }] });
const value = (text: unknown) => one({ parameters: [{ name: 'id', in: 'path', value: text }] });
const two = (step: object) => [{ workflowId: 'one', steps: [{ ...customer, ...step }, customer] }];

test.each<[about: string, workflows: unknown, message: string]>([
  ['no workflows', [], 'workflows: is missing or empty'],
  ['workflows that are no list', { a: 1 }, 'workflows: must be a list but was {"a":1}'],
  ['no steps', [{ workflowId: 'one', steps: [] }], 'workflows[0].steps: is missing or empty'],
  ['two of one name', [...one({}), ...one({})], 'workflows[1].workflowId: "one" is the name of another workflow'],
  [
    'steps of one name',
    [{ workflowId: 'one', steps: [customer, customer] }],
    'workflows[0].steps[1].stepId: "create" is the name of another step',
  ],
  [
    'an unknown field',
    one({ operationID: 'x' }),
    'workflows[0].steps[0]: unknown field "operationID"; allowed: stepId',
  ],
  [
    'an unknown operation',
    one({ operationId: 'getCustomers' }),
    'workflows[0].steps[0].operationId: no operation "getCustomers"',
  ],
  [
    'an unknown path',
    one({ operationId: undefined, operationPath: '{$sourceDescriptions.shop.url}#/paths/~1x/get' }),
    'steps[0].operationPath: no operation at #/paths/~1x/get',
  ],
  [
    'an unknown parameter',
    one({ parameters: [{ name: 'no', in: 'path', value: 1 }] }),
    'steps[0].parameters[0]: getCustomer has no parameter path no; it has path id',
  ],
  [
    'a parameter at another place',
    one({ parameters: [{ name: 'id', in: 'query', value: 1 }] }),
    'getCustomer has no parameter query id',
  ],
  [
    'an unknown source',
    one({ operationId: '$sourceDescriptions.none.getCustomer' }),
    'operationId: no source description is called "none"',
  ],
  [
    'a workflow of another document',
    one({ operationId: undefined, workflowId: '$sourceDescriptions.other.buy' }),
    'steps[0].workflowId: workflows of other documents are not read',
  ],
  [
    'dependsOn of another document',
    one({}, { dependsOn: ['$sourceDescriptions.other.buy'] }),
    'dependsOn[0]: workflows of other documents are not read',
  ],
  ['a circle', one({}, { dependsOn: ['one'] }), 'workflows[0].dependsOn[0]: "one" comes before itself'],
  [
    'a workflow that nobody has',
    one({}, { dependsOn: ['two'] }),
    'workflows[0].dependsOn[0]: no workflow is called "two"',
  ],
  [
    'a workflow called with parameters',
    one({ operationId: undefined, workflowId: 'one', parameters: [{ name: 'a', value: 1 }] }),
    'is called only before all other steps and without parameters',
  ],
  ['an output of a later step', value('$steps.b.outputs.id'), 'parameters[0].value: no step before it is called "b"'],
  [
    'an output that a step does not have',
    [
      {
        workflowId: 'one',
        steps: [
          customer,
          {
            stepId: 'b',
            operationId: 'getCustomer',
            parameters: [{ name: 'id', in: 'path', value: '$steps.create.outputs.no' }],
          },
        ],
      },
    ],
    '"create" has no output "no"; it has id',
  ],
  ['a workflow that does not come before', value('$workflows.two.outputs.id'), 'add "two" to dependsOn'],
  ['an input that is not there', value('$inputs.id'), 'parameters[0].value: the workflow has no input "id"'],
  [
    'an input without a value',
    one(
      { parameters: [{ name: 'id', in: 'path', value: '$inputs.id' }] },
      inputs({ id: { type: 'string', pattern: '^a$', minLength: 3 } }),
    ),
    'workflows[0].inputs.properties.id: no value of this schema can be made',
  ],
  ['a status as a value', value('$statusCode'), '$statusCode is not read here'],
  ['a reference of preconditions', value('${order.id}'), '"${order.id}" would be a reference of the kit'],
  [
    'a header of an answer',
    one({ outputs: { at: '$response.header.Location' } }),
    'outputs.at: only the body of an answer is kept',
  ],
  ['a pointer that is none', one({ outputs: { at: '$response.body#id' } }), 'outputs.at: must be a JSON Pointer'],
  [
    'a criterion in XPath',
    criterion('//order', { type: 'xpath', context: '$response.body' }),
    'successCriteria[0].type: criteria of the type "xpath" are not read',
  ],
  [
    'one with its version',
    criterion('//order', { type: { type: 'xpath', version: 'xpath-30' }, context: '$response.body' }),
    'criteria of the type "xpath" are not read',
  ],
  [
    'a criterion in JSONPath',
    criterion('$.a', { type: 'jsonpath', context: '$response.body' }),
    'criteria of the type "jsonpath" are not read',
  ],
  [
    'a pattern',
    criterion('^a+$', { type: 'regex', context: '$response.body' }),
    'criteria of the type "regex" are not read',
  ],
  [
    'a comparison that is not read',
    criterion('$response.body#/count > 3'),
    'successCriteria[0].condition: "$response.body#/count > 3" is not read',
  ],
  ['a comparison of headers', criterion("$response.header.X == 'a'"), 'is not read'],
  ['two statuses', criterion('$statusCode == 200 && $statusCode == 404'), 'demands the status 404 beside 200'],
  [
    'waiting with a call that changes',
    [{ workflowId: 'one', steps: [{ ...customer, onFailure: [{ name: 'a', type: 'retry' }] }] }],
    'createCustomer is sent once',
  ],
  [
    'a loop',
    two({ onSuccess: [{ name: 'a', type: 'goto', stepId: 'create' }] }),
    'workflows[0].steps[0].onSuccess[0]: goto is not followed',
  ],
  [
    'a jump after a failure',
    two({ onFailure: [{ name: 'a', type: 'goto', workflowId: 'x' }] }),
    'steps[0].onFailure[0]: goto is not followed; a failure ends',
  ],
  [
    'an end before the end',
    two({ onSuccess: [{ name: 'a', type: 'end' }] }),
    'steps[0].onSuccess[0]: ends the workflow',
  ],
  [
    'a jump of all steps',
    one({}, { failureActions: [{ name: 'a', type: 'goto', stepId: 'a' }] }),
    'workflows[0].failureActions[0]: goto',
  ],
  [
    'an unknown action',
    one({ onFailure: [{ name: 'a', type: 'stop' }] }),
    'onFailure[0].type: must be end, goto or retry but was stop',
  ],
  [
    'a replacement in XPath',
    [
      {
        workflowId: 'one',
        steps: [{ ...customer, requestBody: { payload: {}, replacements: [{ target: '//email', value: 1 }] } }],
      },
    ],
    'replacements[0].target: XPath is not read',
  ],
  [
    'a replacement nowhere',
    [
      {
        workflowId: 'one',
        steps: [{ ...customer, requestBody: { payload: { a: 1 }, replacements: [{ target: '/a/b', value: 1 }] } }],
      },
    ],
    'replacements[0].target: there is no "b"',
  ],
  ['a body where none is taken', one({ requestBody: { payload: 1 } }), 'requestBody: getCustomer takes no body'],
  [
    'a type that is not taken',
    [{ workflowId: 'one', steps: [{ ...customer, requestBody: { contentType: 'text/csv', payload: 'a' } }] }],
    'requestBody.contentType: createCustomer takes application/json, not text/csv',
  ],
  [
    'XML that is none of the description',
    [
      {
        workflowId: 'one',
        steps: [{ stepId: 'a', operationId: 'createOrder', requestBody: { payload: '<orders/>' } }],
      },
    ],
    'requestBody.payload: is no XML of the description',
  ],
  [
    'a component that is not there',
    one({ parameters: [{ reference: '$components.parameters.x' }] }),
    '"$components.parameters.x" is not in components.parameters',
  ],
  [
    'a status that is not documented',
    criterion('$statusCode == 418'),
    'operation getCustomer: getCustomer does not document the status 418',
  ],
])('%s is refused at its place', (_, workflows, message) => {
  expect(() => read(workflows)).toThrow(message);
});

test.each<[unknown, string]>([
  [undefined, 'the document: must be an object but was absent'],
  [[], 'the document: must be an object but was []'],
  [{ openapi: '3.1.0' }, 'the document: unknown field "openapi"; allowed: arazzo'],
  [{ ...documentOf([]), arazzo: '2.0.0' }, 'arazzo: is 2.0.0; the kit reads Arazzo 1.0'],
  [{ ...documentOf([]), arazzo: 1 }, 'arazzo: must be a text but was 1'],
  [
    { arazzo: '1.0.1', workflows: [{ workflowId: '__proto__', steps: [{ stepId: 'a', operationId: 'constructor' }] }] },
    'workflows[0].steps[0].operationId: no operation "constructor"',
  ],
])('%j is no document', (document, message) => {
  expect(() => toPreconditions(document, contract)).toThrow(message);
});
