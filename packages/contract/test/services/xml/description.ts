const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const document = (name: string, description = 'OK') => ({
  description,
  content: { 'application/xml': { schema: refTo(name) } },
});
const failed = document('Error', 'Failed');
const body = (name: string) => ({ required: true, content: { 'application/xml': { schema: refTo(name) } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };

/** Schema of an element with the children in this order, of which the last may be optional. */
const elementOf = (name: string, properties: Record<string, object>, optional: string[] = []) => ({
  type: 'object',
  xml: { name },
  required: Object.keys(properties).filter((each) => !optional.includes(each)),
  properties,
});
const listOf = (name: string, item: string, schema: string) => ({
  type: 'object',
  xml: { name },
  properties: { [item]: { type: 'array', items: { ...refTo(schema) } } },
});

const account = {
  owner: { type: 'string', minLength: 1, maxLength: 60 },
  currency: { type: 'string', enum: ['EUR', 'USD', 'CHF'] },
};
const invoice = {
  accountId: { type: 'integer', minimum: 1 },
  amount: { type: 'number', minimum: 0.01 },
  due: { type: 'string', format: 'date' },
  memo: { type: 'string', maxLength: 100 },
};

/** The description of the XML service, made by code as the others are. */
export const xmlDescription = {
  openapi: '3.0.3',
  info: { title: 'Invoices', version: '1' },
  paths: {
    '/accounts': {
      get: { operationId: 'listAccounts', responses: { 200: document('Accounts') } },
      post: {
        operationId: 'createAccount',
        requestBody: body('NewAccount'),
        responses: { 201: document('Account'), 400: failed, 415: failed },
      },
    },
    '/accounts/{id}': {
      parameters: [id],
      get: { operationId: 'getAccount', responses: { 200: document('Account'), 400: failed, 404: failed } },
      delete: {
        operationId: 'deleteAccount',
        responses: { 204: { description: 'Deleted' }, 400: failed, 404: failed, 409: failed },
      },
    },
    '/invoices': {
      get: { operationId: 'listInvoices', responses: { 200: document('Invoices') } },
      post: {
        operationId: 'createInvoice',
        requestBody: body('NewInvoice'),
        responses: { 201: document('Invoice'), 400: failed, 404: failed, 415: failed },
      },
    },
    '/invoices/{id}': {
      parameters: [id],
      get: { operationId: 'getInvoice', responses: { 200: document('Invoice'), 400: failed, 404: failed } },
      put: {
        operationId: 'updateInvoice',
        requestBody: body('NewInvoice'),
        responses: { 200: document('Invoice'), 400: failed, 404: failed, 415: failed },
      },
      delete: {
        operationId: 'deleteInvoice',
        responses: { 204: { description: 'Deleted' }, 400: failed, 404: failed },
      },
    },
  },
  components: {
    schemas: {
      NewAccount: elementOf('account', account),
      Account: elementOf('account', { id: id.schema, ...account }),
      Accounts: listOf('accounts', 'account', 'Account'),
      NewInvoice: elementOf('invoice', invoice, ['memo']),
      Invoice: elementOf('invoice', { id: id.schema, ...invoice }, ['memo']),
      Invoices: listOf('invoices', 'invoice', 'Invoice'),
      Error: elementOf('error', { message: { type: 'string' } }),
    },
  },
};
