/** A cookie with a secret, by which a browser is known. */
export interface SecretCookie {
  /** Value of Set-Cookie that gives a browser the secret. */
  write(secret: string): string;
  /** Value of Set-Cookie that deletes the cookie. */
  readonly end: string;
  /** Returns the secret in a Cookie header. */
  read(header: string | null | undefined): string | undefined;
}

/**
 * Defines a cookie that scripts cannot read and that is sent over HTTPS only. Its prefix binds it to this host, to HTTPS and to
 * all paths (RFC 6265bis). `Strict` ones are never sent with requests that other sites cause.
 */
export function secretCookie(
  name: string,
  { sameSite, seconds }: { sameSite: 'Strict' | 'Lax'; seconds: number },
): SecretCookie {
  const whole = `__Host-${name}`;
  const attributes = `Path=/; Secure; HttpOnly; SameSite=${sameSite}`;
  const pattern = new RegExp(`(?:^|; ?)${whole}=([\\w.-]{1,200})(?:;|$)`);
  return {
    write: (secret) => `${whole}=${secret}; ${attributes}; Max-Age=${seconds}`,
    end: `${whole}=; ${attributes}; Max-Age=0`,
    read: (header) => pattern.exec(header ?? '')?.[1],
  };
}
