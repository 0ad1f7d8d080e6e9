import type { FormFault } from '@mailwright/server-runtime/web';
import type { Fault } from './entrance.ts';

/** Says what is wrong with a form, what is allowed, and what to do. */
export function describeFormFault({ fault, bounds }: FormFault): Fault {
  switch (fault) {
    case 'wrong token':
      return (say) => say('The form is out of date. Go back, load the page again and repeat the change.');
    case 'too large':
      return (say) => say('The form is larger than {limit, number} bytes.', { limit: bounds.bytes });
    case 'too many fields':
      return (say) => say('The form has more than {limit, number} fields.', { limit: bounds.fields });
    case 'ended early':
      return (say) => say('The request ended early.');
    default:
      return (say) => say('The body of the request is not a form.');
  }
}
