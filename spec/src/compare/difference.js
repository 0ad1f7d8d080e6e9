/** `#/paths` and `/mailings` as `#/paths/~1mailings`. */
export function join(pointer, ...steps) {
    return [pointer, ...steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}
