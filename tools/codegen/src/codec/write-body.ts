import { quote } from './identifiers.ts';
import { packed } from './split.ts';

/** Parts that a function writes, in order: fixed text, a statement, or one of two branches. */
type Part = { text: string } | { code: string } | { when: string; yes: WriteBody; no: WriteBody };

/** The statements of a function that appends to the output `o`; fixed texts beside each other become one. */
export class WriteBody {
  readonly #parts: Part[] = [];

  text(text: string): void {
    if (text !== '') this.#parts.push({ text });
  }

  code(code: string): void {
    this.#parts.push({ code });
  }

  either(when: string, yes: WriteBody, no = new WriteBody()): void {
    this.#parts.push({ when, yes, no });
  }

  /** Appends the output of `write` if the value is present. */
  maybe(
    { required, nullable }: { required: boolean; nullable?: true },
    value: string,
    write: (body: WriteBody) => void,
  ): void {
    if (required && !nullable) {
      write(this);
      return;
    }
    const body = new WriteBody();
    write(body);
    const isThere = [...(required ? [] : [`${value} !== undefined`]), ...(nullable ? [`${value} !== null`] : [])];
    this.either(isThere.join(' && '), body);
  }

  /**
   * A call that appends more.
   *
   * @param step what it adds to the path of an error, as an expression; '' for nothing
   */
  call(code: string, step: string): void {
    this.code(step === '' ? code : `try {\n${indent(code)}\n} catch (error) {\n  throw w.within(error, ${step});\n}`);
  }

  statements(): string {
    return this.#joined().map(statement).join('\n');
  }

  /** Fixed texts joined, those beside a choice within both its arms: the fewer pieces, the faster the generated code. */
  #joined(): Part[] {
    const result: Part[] = [];
    for (const part of this.#parts) {
      const last = result.at(-1);
      if ('text' in part && last && 'text' in last) result[result.length - 1] = { text: last.text + part.text };
      else if ('text' in part && last && 'when' in last && last.yes.#endsWithText() && last.no.#endsWithText()) {
        last.yes.text(part.text);
        last.no.text(part.text);
      } else if ('when' in part && last && 'text' in last && part.yes.#beginsWithText() && part.no.#beginsWithText()) {
        for (const arm of [part.yes, part.no]) arm.#parts.unshift(last);
        result[result.length - 1] = part;
      } else result.push(part);
    }
    return result;
  }

  #beginsWithText(): boolean {
    return this.#parts[0] !== undefined && 'text' in this.#parts[0];
  }

  #endsWithText(): boolean {
    const last = this.#parts.at(-1);
    return last !== undefined && 'text' in last;
  }
}

function statement(part: Part): string {
  if ('code' in part) return part.code;
  if ('text' in part) return `w.put(o, ${fixedText(part.text)});`;
  const no = part.no.statements();
  return `if (${part.when}) {\n${indent(part.yes.statements())}\n}${no === '' ? '' : ` else {\n${indent(no)}\n}`}`;
}

/** Stands for the constant of a text, which the module declares (`withConstants`). */
export function fixedText(text: string): string {
  return `w.fixed(${quote(text)})`;
}

/** Declares each fixed text once, in front of the code. */
export function withConstants(code: string, prefix: string): string {
  const names = new Map<string, string>();
  const body = code.replace(/\bw\.fixed\(('(?:[^'\\]|\\.)*')\)/g, (_, text: string) => {
    const name = names.get(text) ?? `_${prefix}_${names.size}`;
    names.set(text, name);
    return name;
  });
  const constants = [...names].map(([text, name]) => `const ${name} = /* @__PURE__ */ w.fixed(${text});`);
  return constants.length === 0 ? body : `${packed(constants.join('\n'), 50)}\n\n${body}`;
}

export function indent(text: string, by = 2): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}
