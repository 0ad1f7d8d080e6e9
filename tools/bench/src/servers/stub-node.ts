import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { nodeListener } from '@mailwright/server';
import { announce, tls } from './server.ts';
import { dispatch } from './stubbed.ts';

/** The stub on a server of Node's own. */
const listener = nodeListener(dispatch, '/1.0');
const server = tls ? createTlsServer(tls, listener) : createServer(listener);
/** As Fastify has it: the connections rest while the other servers are measured. */
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => announce(server));
