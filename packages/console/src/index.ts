export { type ConsoleHandler, type ConsoleOptions, createConsole } from './console.ts';
export { toNodeListener } from './web/node.ts';
export type { Link } from './web/routes.ts';
export { memorySessions, type Sessions, type Visitor } from './web/sessions.ts';
