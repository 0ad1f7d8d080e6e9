import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { ValidateError } from 'tsoa';
// @ts-expect-error: generated when the service is started
import { RegisterRoutes } from './generated/routes.ts';
import { NotFound, tasks, users } from './model.ts';

const texts = (kind: string, things: Iterable<{ id: number }>) =>
  [...things].map((thing) => `${kind} ${thing.id} ${JSON.stringify(thing)}`);

const description = JSON.parse(readFileSync(new URL('./generated/swagger.json', import.meta.url), 'utf8'));
const app = express();
app.use(express.json());
app.get('/openapi.json', (_, response) => void response.json(description));
app.get(
  '/--state',
  (_, response) => void response.json([...texts('user', users.values()), ...texts('task', tasks.values())]),
);
RegisterRoutes(app);
app.use((error: Error & { status?: number }, _: Request, response: Response, next: NextFunction) => {
  if (error instanceof ValidateError)
    response.status(422).json({ message: 'Validation failed', details: error.fields });
  else if (error instanceof NotFound) response.status(404).json({ message: error.message });
  else if (error.status) response.status(error.status).json({ message: error.message });
  else next(error);
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
