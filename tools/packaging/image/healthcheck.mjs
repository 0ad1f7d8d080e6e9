// Health check of the image, which has no other program that speaks HTTPS. The certificate is often of another name.
import { request } from 'node:https';

const port = process.env.MAILWRIGHT_PORT ?? '8443';
request({ host: '127.0.0.1', port, path: '/health', rejectUnauthorized: false, timeout: 4000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
  .end();
