import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contract, loadContract } from '../contract/contract.ts';

/** Returns the contract of a description that is no file. */
export async function contractOf(description: object): Promise<Contract> {
  const room = mkdtempSync(join(tmpdir(), 'arazzo-'));
  try {
    writeFileSync(join(room, 'openapi.json'), JSON.stringify(description));
    return await loadContract(join(room, 'openapi.json'));
  } finally {
    rmSync(room, { recursive: true });
  }
}

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const text = { type: 'string' };
const json = (schema: object) => ({ 'application/json': { schema } });
const ok = (schema?: object) => ({ description: 'OK', ...(schema && { content: json(schema) }) });
const failed = { description: 'Failed' };
const order = {
  type: 'object',
  xml: { name: 'order' },
  required: ['customer'],
  properties: { customer: text, amount: { type: 'integer' } },
};
const receipt = {
  type: 'object',
  xml: { name: 'receipt' },
  properties: {
    'order-id': text,
    lines: { type: 'array', xml: { wrapped: true }, items: object({ no: { type: 'integer' } }) },
    state: text,
  },
};
const id = { name: 'id', in: 'path', required: true, schema: text };

/** Orders in XML, and customers in JSON, whose ids the names do not tell. */
export const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '3' },
  paths: {
    '/customers': {
      post: {
        operationId: 'createCustomer',
        parameters: [
          { name: 'X-Origin', in: 'header', schema: text },
          { name: 'tag', in: 'query', schema: text },
        ],
        requestBody: { required: true, content: json(object({ email: text, name: text }, ['email'])) },
        responses: { 201: ok(object({ id: text })), 409: failed },
      },
    },
    '/customers/{id}': {
      parameters: [id],
      get: { operationId: 'getCustomer', responses: { 200: ok(object({ id: text, state: text })), 404: failed } },
      delete: { operationId: 'deleteCustomer', responses: { 204: ok(), 404: failed, 409: failed } },
    },
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: {
          required: true,
          content: { 'application/xml': { schema: { $ref: '#/components/schemas/Order' } } },
        },
        responses: {
          201: {
            description: 'Made',
            content: { 'application/xml': { schema: { $ref: '#/components/schemas/Receipt' } } },
          },
        },
      },
    },
    '/orders/{order-id}': {
      parameters: [{ ...id, name: 'order-id' }],
      get: {
        operationId: 'getOrder',
        responses: {
          200: {
            description: 'OK',
            content: { 'application/xml': { schema: { $ref: '#/components/schemas/Receipt' } } },
          },
          404: failed,
        },
      },
      put: { operationId: 'cancelOrder', responses: { 204: ok(), 409: failed } },
    },
  },
  components: { schemas: { Order: order, Receipt: receipt } },
};

/** A document with these workflows, beside another one of Arazzo. */
export const documentOf = (workflows: unknown, more: object = {}) => ({
  arazzo: '1.0.1',
  info: { title: 'Ways', version: '1' },
  sourceDescriptions: [
    { name: 'shop', url: './openapi.json', type: 'openapi' },
    { name: 'other', url: './other.arazzo.yaml', type: 'arazzo' },
  ],
  workflows,
  ...more,
});

/** The step that makes a customer. */
export const customer = {
  stepId: 'create',
  operationId: 'createCustomer',
  requestBody: { payload: { email: 'ada@example.org' } },
  outputs: { id: '$response.body#/id' },
};
