/** Headers that every client or server sends, that HTTP itself defines or that are of the way and not of the operation. */
const USUAL = new RegExp(
  `^(${[
    'accept(-.*)?|access-control-.*|age|alt-svc|authorization|cache-control|connection|content-.*|cookie|cross-origin-.*|date',
    'dnt|expect|expires|forwarded|host|keep-alive|last-modified|origin(-agent-cluster)?|permissions-policy|postman-token',
    'pragma|prefer|priority|proxy-.*|referer|referrer-policy|sec-.*|server(-timing)?|set-cookie|strict-transport-security|te',
    'traceparent|tracestate|trailer|transfer-encoding|upgrade(-.*)?|user-agent|vary|via|warning|www-authenticate',
    'x-(content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies)',
    'x-(powered-by|xss-protection|request-id|correlation-id|real-ip|forwarded-.*|requested-with|amzn-.*)',
  ].join('|')})$`,
);

export const isOfResponse = (name: string): boolean => !USUAL.test(name);

export const isOfRequest = (name: string): boolean => !USUAL.test(name) && !isCredential(name);

/** Names under which keys are sent in headers and queries. */
export const isCredential = (name: string): boolean =>
  /^((x-)?(api|auth|access)[-_]?(key|token)|token|secret|password|client[-_]secret|signature|session([-_]?id)?)$/i.test(
    name,
  );
