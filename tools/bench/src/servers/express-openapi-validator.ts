import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { isKnown, page, pageHeaders, twin } from './json.ts';
import { announce, tls } from './server.ts';

/** Express with express-openapi-validator as it comes: key and parameters are checked, answers are not. */
const isHolder = (request: { headers: { authorization?: string } }) => isKnown(request.headers.authorization);
const app = express();
app.use(middleware({ apiSpec: twin, validateSecurity: { handlers: { apiKey: isHolder, bearerKey: isHolder } } }));
app.get('/1.0/mailings/filter/states', (_request, response) => {
  response.set(pageHeaders).json(page);
});
const server = tls ? createTlsServer(tls, app) : createServer(app);
server.listen(0, '127.0.0.1', () => announce(server));
