import { page } from '../platform/http/page.ts';

export const notFoundPage = page('Not found', '<h1>There is nothing here</h1><p><a href="/">Home</a></p>');
