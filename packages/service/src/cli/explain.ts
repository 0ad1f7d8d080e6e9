import { systemFaults } from '../platform/system-faults.ts';

/** Describes an error and the next step without a stack trace; with MAILWRIGHT_DEBUG=1, returns the trace too. */
export function explain(error: unknown): string {
  if (process.env.MAILWRIGHT_DEBUG && error instanceof Error) return error.stack ?? error.message;
  const { code, port, path, message } = error as { code?: string; port?: number; path?: string; message?: string };
  if (code === 'EADDRINUSE')
    return `port ${port} is already in use. Stop the program that uses it, or choose another port with --port, --http-port or --bounce-port.`;
  if (code === 'EACCES' && port !== undefined)
    return `this user is not permitted to listen on port ${port}. Choose another port with --port, --http-port or --bounce-port.`;
  if (path !== undefined && code !== undefined && Object.hasOwn(systemFaults, code))
    return `${path} ${systemFaults[code]}`;
  return message ?? String(error);
}
