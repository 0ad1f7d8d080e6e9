const domainName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** @throws Error if an account cannot have the name or the sender domain */
export function checkNames({ name, domain }: { name: string; domain?: string }): void {
  const fault = nameFault(name);
  if (fault !== undefined) throw new Error(fault);
  if (domain !== undefined && !domainName.test(domain))
    throw new Error(`"${domain}" is not a domain such as news.example.com`);
}

/** Returns why an account cannot have a name, or `undefined`. */
export const nameFault = (name: string): string | undefined =>
  name.trim() === '' || name.length > 100 || /\p{Cc}/u.test(name)
    ? 'an account needs a name of at most 100 characters'
    : undefined;
