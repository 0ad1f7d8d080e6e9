export { type ConsoleHandler, type ConsoleOptions, createConsole } from './console.ts';
export { toNodeListener } from './node-listener.ts';
export type {
  Entrance,
  Entry,
  Factors,
  Fault,
  OwnSession,
  SelfService,
  SignedIn,
  SingleSignOn,
} from './web/entrance.ts';
export type { Link } from './web/routes.ts';
export { memorySessions, type Sessions, type Visitor } from './web/sessions.ts';
export { type Words, words } from './words.ts';
