/** Fields of a path item that are operations. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** Methods of `additionalOperations` (OpenAPI 3.2) that HTTP servers of Node take, in lower case. */
export const OTHER_METHODS = [
  'acl',
  'bind',
  'checkout',
  'copy',
  'link',
  'lock',
  'm-search',
  'merge',
  'mkactivity',
  'mkcalendar',
  'mkcol',
  'move',
  'notify',
  'propfind',
  'proppatch',
  'purge',
  'rebind',
  'report',
  'search',
  'source',
  'subscribe',
  'unbind',
  'unlink',
  'unlock',
  'unsubscribe',
] as const;

/** Once `additionalOperations` have been read, they stand beside the others. */
export const ALL_METHODS: readonly string[] = [...METHODS, ...OTHER_METHODS];
