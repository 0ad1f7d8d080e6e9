// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of preconditions look like this
import { expect, test } from 'vitest';
import { NO_PRECONDITIONS, type Preconditions, type Situation } from '../preconditions/preconditions.ts';
import { writeJobs } from './jobs.ts';
import { toPreconditions } from './read.ts';
import { contractOf, shop } from './testing.ts';

const contract = await contractOf(shop);

const preconditions: Preconditions = {
  ...NO_PRECONDITIONS,
  situations: new Map<string, Situation>([
    [
      'customer',
      {
        about: 'A customer.',
        let: { email: 'ada.${unique}@example.org' },
        steps: [{ operation: 'createCustomer', with: { body: { email: '${email}' } }, as: 'customer' }],
      },
    ],
    [
      'order',
      {
        about: 'An order.',
        given: ['customer'],
        steps: [
          {
            operation: 'createOrder',
            with: { contentType: 'application/xml', body: { customer: '${customer.id}' } },
            as: 'order',
          },
        ],
      },
    ],
  ]),
};
const write = (job: Situation) =>
  writeJobs(new Map([['job', job]]), preconditions, contract.model, {
    title: 'Jobs',
    url: './openapi.json',
    authorization: 'Bearer {$inputs.key}',
  });

test('a job has the steps of what is given before its own', () => {
  const job = {
    about: 'Buy and wait',
    given: ['order', 'customer'],
    steps: [
      { operation: 'getCustomer', with: { id: '${customer.id}' }, until: { state: ['good', "it's done"] } },
      { operation: 'getOrder', with: { 'order-id': '${order[order-id]}-${email}' } },
    ],
  };
  expect(write(job)).toEqual({
    arazzo: '1.0.1',
    info: { title: 'Jobs', version: '3' },
    sourceDescriptions: [{ name: 'api', url: './openapi.json', type: 'openapi' }],
    workflows: [
      {
        workflowId: 'job',
        summary: 'Buy and wait',
        inputs: {
          type: 'object',
          properties: { key: { type: 'string', format: 'password' }, unique: { type: 'string' } },
          required: ['key', 'unique'],
        },
        parameters: [{ name: 'Authorization', in: 'header', value: 'Bearer {$inputs.key}' }],
        steps: [
          {
            stepId: 'customer',
            operationId: 'createCustomer',
            requestBody: { payload: { email: 'ada.{$inputs.unique}1@example.org' } },
            successCriteria: [{ condition: '$statusCode == 201' }],
            outputs: { id: '$response.body#/id' },
          },
          {
            stepId: 'order',
            operationId: 'createOrder',
            requestBody: { payload: { customer: '$steps.customer.outputs.id' } },
            successCriteria: [{ condition: '$statusCode == 201' }],
            outputs: { 'order-id': '$response.body#/order-id' },
          },
          {
            stepId: 'getCustomer',
            operationId: 'getCustomer',
            parameters: [{ name: 'id', in: 'path', value: '$steps.customer.outputs.id' }],
            successCriteria: [
              { condition: '$statusCode == 200' },
              { condition: "$response.body#/state == 'good' || $response.body#/state == 'it''s done'" },
            ],
            onFailure: [{ name: 'again', type: 'retry', retryAfter: 1, retryLimit: 120 }],
          },
          {
            stepId: 'getOrder',
            operationId: 'getOrder',
            parameters: [
              {
                name: 'order-id',
                in: 'path',
                value: '{$steps.order.outputs.order-id}-ada.{$inputs.unique}1@example.org',
              },
            ],
            successCriteria: [{ condition: '$statusCode == 200' }],
          },
        ],
      },
    ],
  });
});

test('what is written is read again', () => {
  const document = write({ about: 'Buy', given: ['order'], steps: [] });
  expect(toPreconditions(document, contract).situations.get('job')?.steps).toEqual([
    { operation: 'createCustomer', with: { body: { email: 'ada.${unique}1@example.org' } }, as: 'customer' },
    { operation: 'createOrder', with: { body: { customer: '${customer.id}' } } },
  ]);
});

test.each<[about: string, job: Situation, message: string]>([
  ['an unknown situation', { about: 'A', given: ['none'] }, 'no situation "none"'],
  [
    'a step for each of a list',
    {
      about: 'A',
      given: ['customer'],
      steps: [{ operation: 'getCustomer', each: '${customer}', with: { id: '${each}' } }],
    },
    'job "job": the step getCustomer of "job job" has each, repeat or by',
  ],
  [
    'an item that is found by a member',
    { about: 'A', given: ['customer'], steps: [{ operation: 'getCustomer', with: { id: '${customer[type=a].id}' } }] },
    'job "job": Arazzo has no words for ${customer[type=a].id}',
  ],
])('%s is refused', (_, job, message) => {
  expect(() => write(job)).toThrow(message);
});
