/** A small service with JSON and XML, for frameworks to serve. */
const pet = {
  type: 'object',
  xml: { name: 'pet' },
  required: ['name', 'age'],
  properties: { name: { type: 'string', minLength: 1 }, age: { type: 'integer' } },
};
const schema = { $ref: '#/components/schemas/Pet' };
const content = { 'application/json': { schema }, 'application/xml': { schema } };
const none = (description: string) => ({ description });
const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };

export const petsDescription = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: '/v1' }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        responses: {
          200: { description: 'All.', content: { 'application/json': { schema: { type: 'array', items: schema } } } },
        },
      },
      post: {
        operationId: 'addPet',
        requestBody: { required: true, content },
        responses: {
          201: {
            description: 'Added.',
            headers: { Location: { required: true, schema: { type: 'string' } } },
          },
          400: none('Refused.'),
        },
      },
    },
    '/pets/{name}': {
      parameters: [name],
      get: {
        operationId: 'getPet',
        responses: { 200: { description: 'It.', content }, 304: none('As before.'), 404: none('None.') },
      },
      head: { operationId: 'hasPet', responses: { 200: none('Is there.'), 404: none('None.') } },
      delete: { operationId: 'removePet', responses: { 204: none('Removed.') } },
    },
    '/export': {
      get: {
        operationId: 'exportPets',
        responses: {
          200: { description: 'Lines.', content: { 'application/x-ndjson': { schema: { type: 'string' } } } },
        },
      },
    },
  },
  components: { schemas: { Pet: pet } },
};

export interface PetRequest {
  method: string;
  /** Below `/v1`, without its query string. */
  path: string;
  accept?: string | undefined;
  ifNoneMatch?: string | undefined;
  /** As text. */
  body?: string | undefined;
}

export interface PetAnswer {
  status: number;
  headers: { [name: string]: string };
  body?: string | undefined;
}

export const JSON_TYPE = { 'content-type': 'application/json' };
const XML_TYPE = { 'content-type': 'application/xml' };

const isGood = (body = '') => /"age":\s*\d|<age>\d/.test(body) && /"name"|<name>/.test(body);

/** Answers as the description says. */
function answerPet({ method, path, accept = '*/*', ifNoneMatch, body }: PetRequest): PetAnswer {
  const one = /^\/pets\/(\w+)$/.exec(path)?.[1];
  if (path === '/pets' && method === 'GET')
    return { status: 200, headers: JSON_TYPE, body: '[{"name":"Rex of Ada","age":6}]' };
  if (path === '/pets' && method === 'POST')
    return isGood(body) ? { status: 201, headers: { location: '/v1/pets/tom' } } : { status: 400, headers: {} };
  if (path === '/export') return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: '{}\n{}\n' };
  if (one === undefined || one === 'nobody') return { status: 404, headers: {} };
  if (method === 'DELETE') return { status: 204, headers: {} };
  if (ifNoneMatch !== undefined) return { status: 304, headers: { etag: ifNoneMatch } };
  return accept.includes('xml')
    ? { status: 200, headers: XML_TYPE, body: '<pet><name>Rex of Ada</name><age>6</age></pet>' }
    : { status: 200, headers: JSON_TYPE, body: '{"name":"Rex of Ada","age":6}' };
}

/** Requests of each kind that the service gets right. */
export const petRequests: [path: string, init?: RequestInit][] = [
  ['/pets'],
  ['/pets/rex'],
  ['/pets/rex', { headers: { accept: 'application/xml' } }],
  ['/pets/rex', { headers: { 'if-none-match': '"1"' } }],
  ['/pets/rex', { method: 'HEAD' }],
  ['/pets/nobody'],
  ['/pets/rex', { method: 'DELETE' }],
  ['/pets', { method: 'POST', headers: JSON_TYPE, body: '{"name":"Tom","age":1}' }],
  ['/pets', { method: 'POST', headers: XML_TYPE, body: '<pet><name>Tom</name><age>1</age></pet>' }],
  ['/pets', { method: 'POST', headers: JSON_TYPE, body: '{"name":"Tom"}' }],
  ['/export'],
];

interface PlantedAnswer {
  about: string;
  request: [path: string, init?: RequestInit];
  answer: (right: PetAnswer) => PetAnswer;
  /** `operation rule: message` */
  found: RegExp;
}

const with_ = (more: Partial<PetAnswer>) => (right: PetAnswer) => ({ ...right, ...more });

/** Answers that contradict the description, each to one kind of request. The query string tells which. */
export const plantedAnswers: PlantedAnswer[] = [
  {
    about: 'a text in place of a number',
    request: ['/pets/rex?planted=0'],
    answer: with_({ body: '{"name":"Rex of Ada","age":"six"}' }),
    found: /^getPet body: .*age must be integer/,
  },
  {
    about: 'an element that is missing',
    request: ['/pets/rex?planted=1', { headers: { accept: 'application/xml' } }],
    answer: with_({ body: '<pet><name>Rex of Ada</name></pet>' }),
    found: /^getPet body: .*age/,
  },
  {
    about: 'JSON that ends too early',
    request: ['/pets/rex?planted=2'],
    answer: with_({ body: '{"name":"Rex of Ada","age":6' }),
    found: /^getPet well-formed: /,
  },
  {
    about: 'another root element',
    request: ['/pets/rex?planted=3', { headers: { accept: 'application/xml' } }],
    answer: with_({ body: '<dog><name>Rex of Ada</name><age>6</age></dog>' }),
    found: /^getPet root: /,
  },
  {
    about: 'a status that is not documented',
    request: ['/pets/nobody?planted=4'],
    answer: with_({ status: 410 }),
    found: /^getPet status: Status 410/,
  },
  {
    about: 'another media type',
    request: ['/pets?planted=5'],
    answer: with_({ headers: { 'content-type': 'text/html' } }),
    found: /^listPets media-type: .*text\/html/,
  },
  {
    about: 'a header that is missing',
    request: ['/pets?planted=6', { method: 'POST', headers: JSON_TYPE, body: '{"name":"Tom","age":1}' }],
    answer: with_({ headers: {} }),
    found: /^addPet header: .*location/i,
  },
  {
    about: 'a bad body that is taken',
    request: ['/pets?planted=7', { method: 'POST', headers: JSON_TYPE, body: '{"name":"Tom of Ada"}' }],
    answer: with_({ status: 201, headers: { location: '/v1/pets/tom' } }),
    found: /^addPet accepted: .*'age'/,
  },
  {
    about: 'a bad XML body that is taken',
    request: ['/pets?planted=8', { method: 'POST', headers: XML_TYPE, body: '<pet><age>1</age></pet>' }],
    answer: with_({ status: 201, headers: { location: '/v1/pets/tom' } }),
    found: /^addPet accepted: .*name/,
  },
  {
    about: 'a path that the description does not have',
    request: ['/owners?planted=9'],
    answer: with_({ status: 200, headers: JSON_TYPE, body: '["Ada"]' }),
    found: /^undefined path: GET \/v1\/owners returned 200/,
  },
];

/** Answers a request, wrongly if its query string says so. */
export function answerPlanted(url: string, request: Omit<PetRequest, 'path'>): PetAnswer {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const right = answerPet({ ...request, path: pathname.replace(/^\/v1/, '') });
  const planted = searchParams.get('planted');
  return planted === null ? right : plantedAnswers[Number(planted)]!.answer(right);
}
