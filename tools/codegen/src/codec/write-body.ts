import { areLiteral, literal, sum, type Term } from './terms.ts';

/** The statements of a function that appends to the string `out`; what is to be appended is gathered as long as it goes. */
export class WriteBody {
  readonly #lines: string[] = [];
  #pending: Term[] = [];

  append(...terms: Term[]): void {
    this.#pending.push(...terms);
  }

  /** A statement that has nothing to do with `out`. */
  check(code: string): void {
    this.#lines.push(code);
  }

  /** Statements that see all that came before in `out`. */
  statement(code: string): void {
    this.#flush();
    this.#lines.push(code);
  }

  /**
   * A call that appends more: `write(out, value)`.
   *
   * @param step what it adds to the path of an error, as an expression; '' for nothing
   */
  call(name: string, value: string, step: string): void {
    // Whatever may fail before must not fail inside the try.
    if (step !== '' && !areLiteral(this.#pending)) this.#flush();
    const code = `out = ${name}(${this.#sum()}, ${value});`;
    this.#pending = [];
    this.#lines.push(step === '' ? code : guarded(code, step));
  }

  /**
   * An element by the function that fills it.
   *
   * @param start the start tag up to its `>`
   */
  filled(name: string, value: string, start: Term[], end: Term[], neverEmpty: boolean, step: string): void {
    if (step !== '') this.#flush();
    this.#pending.push(...start, ...(neverEmpty ? [literal('>')] : []));
    const before = this.#sum();
    this.#pending = [];
    const code = neverEmpty
      ? `out = ${name}(${before}, ${value}) + ${sum(end)};`
      : `const start = ${before};\nout = w.close(start, ${name}(start + '>', ${value}), ${sum(end)});`;
    if (step !== '') this.#lines.push(guarded(code, step));
    else this.#lines.push(neverEmpty ? code : `{\n${indent(code)}\n}`);
  }

  /** All of it as statements. */
  assign(): string {
    this.#flush();
    return this.#lines.join('\n');
  }

  /** All of it as the body of a function. */
  finish(): string {
    return [...this.#lines, `return ${this.#sum()};`].join('\n');
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#lines.push(`out = ${this.#sum()};`);
    this.#pending = [];
  }

  #sum(): string {
    return this.#pending.length > 0 ? `out + ${sum(this.#pending)}` : 'out';
  }
}

function guarded(code: string, step: string): string {
  return `try {\n${indent(code)}\n} catch (error) {\n  throw w.within(error, ${step});\n}`;
}

export function indent(text: string, by = 2): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by));
}
