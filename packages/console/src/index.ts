export { type ConsoleHandler, type ConsoleOptions, createConsole } from './console.ts';
export { sharedReport } from './report/shared.ts';
export type { CountBody } from './web/body.ts';
export type { ConsoleDemo } from './web/demo.ts';
export type {
  AccountChoice,
  Entrance,
  Entry,
  Factors,
  Fault,
  OwnSession,
  SelfService,
  SignedIn,
  SingleSignOn,
} from './web/entrance.ts';
export type { FormKeeper } from './web/kept-forms.ts';
export type { Link } from './web/routes.ts';
export { memorySessions, type Sessions, sessionCookie, type Visitor } from './web/sessions.ts';
export { type Words, words } from './words.ts';
