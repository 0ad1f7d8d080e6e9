import { InvalidArgumentError } from 'commander';

/** Returns a parser of arguments whose failure becomes the command line's own message. */
export function argument<Value>(parse: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(`${(error as Error).message}.`);
    }
  };
}
