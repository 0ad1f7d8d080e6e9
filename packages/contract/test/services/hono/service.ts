import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { type CorpusService, describeThings, type StartOptions } from '../service.ts';

const Author = z
  .object({
    id: z.string().openapi({ example: '1' }),
    name: z.string().min(1).max(60),
    email: z.email(),
    website: z.url().optional(),
  })
  .openapi('Author');
const Post = z
  .object({
    id: z.string().openapi({ example: '1' }),
    authorId: z.string(),
    slug: z.string().regex(/^[a-z0-9-]{3,40}$/),
    title: z.string().min(1).openapi({ example: 'Hello world' }),
    published: z.boolean(),
    rating: z.number().int().min(1).max(5).optional(),
  })
  .openapi('Post');
const NewAuthor = Author.omit({ id: true }).openapi('NewAuthor');
const NewPost = Post.omit({ id: true }).openapi('NewPost');
const Problem = z.object({ message: z.string() }).openapi('Problem');
const params = z.object({ id: z.string().openapi({ param: { name: 'id', in: 'path' }, example: '1' }) });

const json = <T>(schema: T, description = 'OK') => ({ content: { 'application/json': { schema } }, description });
const body = <T>(schema: T) => ({ required: true, content: { 'application/json': { schema } } });
const failed = json(Problem, 'Failed');
const routes = {
  listAuthors: createRoute({ method: 'get', path: '/authors', responses: { 200: json(z.array(Author)) } }),
  createAuthor: createRoute({
    method: 'post',
    path: '/authors',
    request: { body: body(NewAuthor) },
    responses: { 201: json(Author), 400: failed },
  }),
  getAuthor: createRoute({
    method: 'get',
    path: '/authors/{id}',
    request: { params },
    responses: { 200: json(Author), 404: failed },
  }),
  deleteAuthor: createRoute({
    method: 'delete',
    path: '/authors/{id}',
    request: { params },
    responses: { 204: { description: 'Deleted' }, 404: failed },
  }),
  listPosts: createRoute({
    method: 'get',
    path: '/posts',
    request: {
      query: z.object({
        limit: z.coerce.number().int().min(1).max(50).default(10).optional(),
        offset: z.coerce.number().int().min(0).default(0).optional(),
      }),
    },
    responses: { 200: json(z.array(Post)), 400: failed },
  }),
  createPost: createRoute({
    method: 'post',
    path: '/posts',
    request: { body: body(NewPost) },
    responses: { 201: json(Post), 400: failed, 404: failed, 409: failed },
  }),
  getPost: createRoute({
    method: 'get',
    path: '/posts/{id}',
    request: { params },
    responses: { 200: json(Post), 404: failed },
  }),
  updatePost: createRoute({
    method: 'put',
    path: '/posts/{id}',
    request: { params, body: body(NewPost) },
    responses: { 200: json(Post), 400: failed, 404: failed, 409: failed },
  }),
  deletePost: createRoute({
    method: 'delete',
    path: '/posts/{id}',
    request: { params },
    responses: { 204: { description: 'Deleted' }, 404: failed },
  }),
};

/** Authors and posts, in the way of Hono's guide: zod schemas that are the description too. */
export async function startHono({ defects }: StartOptions): Promise<CorpusService> {
  const authors = new Map<string, z.infer<typeof Author>>();
  const posts = new Map<string, z.infer<typeof Post>>();
  const deleted = new Map<string, z.infer<typeof Post>>();
  let last = 2;
  for (const id of ['1', '2']) {
    authors.set(id, { id, name: `Author ${id}`, email: `author${id}@blog.example` });
    posts.set(id, { id, authorId: id, slug: `post-${id}`, title: `Post ${id}`, published: true });
  }
  const app = new OpenAPIHono({
    defaultHook: (result, c) => {
      if (!result.success) return c.json({ message: result.error.message }, 400);
    },
  });
  const missing = { message: 'not found' };
  const isTaken = (slug: string, id?: string) =>
    [...posts.values()].some((each) => each.slug === slug && each.id !== id);

  app.openapi(routes.listAuthors, (c) => c.json([...authors.values()], 200));
  app.openapi(routes.createAuthor, (c) => {
    const made = { id: String(++last), ...c.req.valid('json') };
    authors.set(made.id, made);
    // Planted: `null` where the description has a text or nothing.
    return c.json((defects ? { website: null, ...made } : made) as typeof made, 201);
  });
  app.openapi(routes.getAuthor, (c) => {
    const found = authors.get(c.req.valid('param').id);
    return found ? c.json(found, 200) : c.json(missing, 404);
  });
  app.openapi(routes.deleteAuthor, (c) =>
    authors.delete(c.req.valid('param').id) ? c.body(null, 204) : c.json(missing, 404),
  );
  app.openapi(routes.listPosts, (c) => {
    const { limit = 10, offset = 0 } = c.req.valid('query');
    // Planted: the page is one too long.
    return c.json([...posts.values()].slice(offset, offset + limit + (defects ? 1 : 0)), 200);
  });
  app.openapi(routes.createPost, (c) => {
    const wanted = c.req.valid('json');
    if (!authors.has(wanted.authorId)) return c.json({ message: 'no such author' }, 404);
    if (isTaken(wanted.slug)) return c.json({ message: 'slug is taken' }, 409);
    const made = { id: String(++last), ...wanted };
    posts.set(made.id, made);
    return c.json(made, 201);
  });
  app.openapi(routes.getPost, (c) => {
    const { id } = c.req.valid('param');
    // Planted: what is deleted can still be read.
    const found = posts.get(id) ?? (defects ? deleted.get(id) : undefined);
    return found ? c.json(found, 200) : c.json(missing, 404);
  });
  app.openapi(routes.updatePost, (c) => {
    const { id } = c.req.valid('param');
    const wanted = c.req.valid('json');
    if (!posts.has(id)) return c.json(missing, 404);
    if (!authors.has(wanted.authorId)) return c.json({ message: 'no such author' }, 404);
    if (isTaken(wanted.slug, id)) return c.json({ message: 'slug is taken' }, 409);
    const changed = { id, ...wanted };
    posts.set(id, changed);
    return c.json(changed, 200);
  });
  app.openapi(routes.deletePost, (c) => {
    const { id } = c.req.valid('param');
    const found = posts.get(id);
    if (!found) return c.json(missing, 404);
    posts.delete(id);
    deleted.set(id, found);
    return c.body(null, 204);
  });

  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    // Other tests of this process have the Request and Response of Node.
    const options = { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false };
    const made = serve(options, () => resolve(made));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    description: app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Blog', version: '1.0.0' } }),
    state: async () => [...describeThings('author', authors.values()), ...describeThings('post', posts.values())],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
