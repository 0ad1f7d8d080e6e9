import type { IncomingHttpHeaders } from 'node:http';

/** Reports whether the client is a browser that shows a page, rather than a program. */
export const wantsPage = ({ accept = '' }: IncomingHttpHeaders): boolean => accept.includes('text/html');
