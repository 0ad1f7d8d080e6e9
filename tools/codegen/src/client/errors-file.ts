import { sourceFile } from '../emit/header.ts';
import type { ApiModel, ErrorClass } from '../model/model.ts';
import { docComment, quote } from './source.ts';

/** The classes that the runtime has for statuses. */
const BASES: Record<number, string> = {
  400: 'BadRequestError',
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  409: 'ConflictError',
  412: 'PreconditionFailedError',
  429: 'TooManyRequestsError',
};

const baseOf = ({ status }: ErrorClass): string => BASES[status] ?? (status >= 500 ? 'ServerError' : 'StatusError');

/** `client/errors.ts`: the classes of `x-errors`, and when an answer is one of them. */
export function errorsFile(model: ApiModel): string {
  const classes = model.errors.map(
    (
      error,
    ) => `${error.description ? docComment([error.description]) : ''}export class ${error.name} extends ${baseOf(error)} {
  override name = ${quote(error.name)};
}`,
  );
  const rules = model.errors.map(({ name, status, message, plainHttp, sealed }) => {
    const members = [`status: ${status}`, `error: ${name}`];
    const said = message === undefined ? [] : [`${new RegExp(message, 'i')}.test(message)`];
    const either = [...(plainHttp ? [`url.startsWith('http:')`] : []), ...said].join(' || ');
    const all = [...(sealed ? ['sealed === true'] : []), ...(either ? [sealed ? `(${either})` : either] : [])].join(
      ' && ',
    );
    if (all) {
      const facts = said.length > 0 ? '{ message }' : '_';
      members.push(
        `when: (${facts}${plainHttp || sealed ? `, { ${[...(plainHttp ? ['url'] : []), ...(sealed ? ['sealed'] : [])].join(', ')} }` : ''}) => ${all}`,
      );
    }
    return `  { ${members.join(', ')} },`;
  });
  const bases = [...new Set(model.errors.map(baseOf)), 'type ErrorRule'].sort();
  return sourceFile(
    model,
    [`import { ${bases.join(', ')} } from '@mailwright/client-runtime';`],
    `${classes.join('\n\n')}\n\nexport const errors: readonly ErrorRule[] = [\n${rules.join('\n')}\n];`,
  );
}
