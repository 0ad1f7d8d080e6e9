/** Counts mails in flight, in all and by the domain of their recipients. */
export class InFlight {
  #count = 0;
  #byDomain = new Map<string, number>();

  get count(): number {
    return this.#count;
  }

  begin(domain: string): void {
    this.#count++;
    this.#byDomain.set(domain, this.to(domain) + 1);
  }

  end(domain: string): void {
    this.#count--;
    const others = this.to(domain) - 1;
    if (others > 0) this.#byDomain.set(domain, others);
    else this.#byDomain.delete(domain);
  }

  to(domain: string): number {
    return this.#byDomain.get(domain) ?? 0;
  }
}
