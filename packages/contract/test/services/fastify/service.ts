import fastifySwagger from '@fastify/swagger';
import Fastify from 'fastify';
import { type CorpusService, describeThings, type StartOptions } from '../service.ts';

interface Customer {
  id: number;
  name: string;
  email: string;
  phone?: string;
}
interface Order {
  id: number;
  customerId: number;
  status: string;
  quantity: number;
  note?: string;
}

const customerBody = {
  type: 'object',
  required: ['name', 'email'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 80 },
    email: { type: 'string', format: 'email' },
    phone: { type: 'string', pattern: '^\\+[0-9]{6,15}$' },
  },
};
const orderBody = {
  type: 'object',
  required: ['customerId', 'quantity'],
  properties: {
    customerId: { type: 'integer', minimum: 1 },
    quantity: { type: 'integer', minimum: 1, maximum: 100 },
    note: { type: 'string', maxLength: 200 },
  },
};
const statuses = ['open', 'paid', 'shipped'];
const customer = {
  type: 'object',
  required: ['id', 'name', 'email'],
  properties: { id: { type: 'integer' }, ...customerBody.properties },
};
const order = {
  type: 'object',
  required: ['id', 'customerId', 'status', 'quantity'],
  properties: { id: { type: 'integer' }, ...orderBody.properties, status: { type: 'string', enum: statuses } },
};
const problem = {
  type: 'object',
  required: ['message'],
  properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } },
};
const params = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1 } } };

/** Customers and their orders, in the way of Fastify's guide: JSON Schema beside each route. */
export async function startFastify({ defects }: StartOptions): Promise<CorpusService> {
  const customers = new Map<number, Customer>();
  const orders = new Map<number, Order>();
  let last = 2;
  for (const id of [1, 2]) {
    customers.set(id, { id, name: `Customer ${id}`, email: `customer${id}@shop.example` });
    orders.set(id, { id, customerId: id, status: id === 1 ? 'open' : 'paid', quantity: id });
  }
  const app = Fastify();
  await app.register(fastifySwagger, { openapi: { info: { title: 'Shop', version: '1.0.0' } } });
  const fail = (status: number, message: string) => Object.assign(new Error(message), { statusCode: status });
  const find = <T>(all: Map<number, T>, id: number): T => {
    const found = all.get(id);
    if (!found) throw fail(404, `nothing has the id ${id}`);
    return found;
  };
  const refuseTaken = (email: string, id?: number) => {
    for (const each of customers.values())
      if (each.email === email && each.id !== id) throw fail(409, 'this address is taken');
  };

  await app.register(async (routes) => {
    routes.get('/customers', { schema: { response: { 200: { type: 'array', items: customer } } } }, () => [
      ...customers.values(),
    ]);
    routes.post<{ Body: Omit<Customer, 'id'> }>(
      '/customers',
      { schema: { body: customerBody, response: { 201: customer, 400: problem, 409: problem } } },
      (request, reply) => {
        refuseTaken(request.body.email);
        const made = { id: ++last, ...request.body };
        customers.set(made.id, made);
        return reply.code(201).send(made);
      },
    );
    routes.get<{ Params: { id: number } }>(
      '/customers/:id',
      { schema: { params, response: { 200: customer, 400: problem, 404: problem } } },
      ({ params: { id } }) => find(customers, id),
    );
    routes.put<{ Params: { id: number }; Body: Omit<Customer, 'id'> }>(
      '/customers/:id',
      { schema: { params, body: customerBody, response: { 200: customer, 400: problem, 404: problem, 409: problem } } },
      ({ params: { id }, body }) => {
        find(customers, id);
        refuseTaken(body.email, id);
        const changed = { id, ...body };
        customers.set(id, changed);
        return changed;
      },
    );
    routes.delete<{ Params: { id: number } }>(
      '/customers/:id',
      { schema: { params, response: { 204: { type: 'null' }, 400: problem, 404: problem, 409: problem } } },
      ({ params: { id } }, reply) => {
        find(customers, id);
        const hasOrders = [...orders.values()].some((each) => each.customerId === id);
        // Planted: what the database refuses is nobody's case.
        if (hasOrders && defects) throw new Error('violates foreign key constraint');
        if (hasOrders) throw fail(409, 'the customer has orders');
        customers.delete(id);
        return reply.code(204).send();
      },
    );
    routes.get<{ Querystring: { status?: string } }>(
      '/orders',
      {
        schema: {
          querystring: { type: 'object', properties: { status: { type: 'string', enum: statuses } } },
          response: { 200: { type: 'array', items: order }, 400: problem },
        },
      },
      // Planted: the filter is read and not applied.
      ({ query: { status } }) => [...orders.values()].filter((each) => !status || defects || each.status === status),
    );
    routes.post<{ Body: Pick<Order, 'customerId' | 'quantity' | 'note'> }>(
      '/orders',
      { schema: { body: orderBody, response: { 201: order, 400: problem, 404: problem } } },
      ({ body }, reply) => {
        find(customers, body.customerId);
        const made = { id: ++last, status: 'open', ...body };
        orders.set(made.id, made);
        return reply.code(201).send(made);
      },
    );
    routes.get<{ Params: { id: number } }>(
      '/orders/:id',
      { schema: { params, response: { 200: order, 400: problem, 404: problem } } },
      ({ params: { id } }) => find(orders, id),
    );
    routes.patch<{ Params: { id: number }; Body: Partial<Order> }>(
      '/orders/:id',
      {
        schema: {
          params,
          body: {
            type: 'object',
            properties: { quantity: orderBody.properties.quantity, status: { type: 'string', enum: statuses } },
          },
          response: { 200: order, 400: problem, 404: problem },
        },
      },
      ({ params: { id }, body }) => {
        const changed = { ...find(orders, id), ...body };
        // Planted: what is answered is not what is stored.
        orders.set(id, defects ? { ...changed, quantity: find(orders, id).quantity } : changed);
        return changed;
      },
    );
    routes.delete<{ Params: { id: number } }>(
      '/orders/:id',
      { schema: { params, response: { 204: { type: 'null' }, 400: problem, 404: problem } } },
      ({ params: { id } }, reply) => {
        find(orders, id);
        orders.delete(id);
        return reply.code(204).send();
      },
    );
  });
  await app.ready();
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    description: app.swagger(),
    state: async () => [...describeThings('customer', customers.values()), ...describeThings('order', orders.values())],
    close: () => app.close(),
  };
}
