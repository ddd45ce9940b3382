/** What the error of a mail server says about the mail. */

interface SmtpError {
  code?: unknown
  syscall?: unknown
  responseCode?: unknown
}

/** Nothing was handed over: the name was not found, nobody answered, or the password is wrong. */
const BEFORE_THE_MAIL = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS'])
/** The mail server was not reached, or did not let us in. */
export const isUnreachable = (error: unknown): boolean => {
  const { code, syscall } = (error ?? {}) as SmtpError
  return BEFORE_THE_MAIL.has(String(code)) || syscall === 'connect'
}

/** The server looked at this mail and refused it. */
const OF_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * `later`: certainly not sent, worth another try. `never`: certainly not sent, the address or the mail is refused.
 * `unknown`: the connection broke off, and the mail may have arrived.
 */
export const kindOfFailure = (error: unknown): 'later' | 'never' | 'unknown' => {
  const { code, responseCode } = (error ?? {}) as SmtpError
  const status = typeof responseCode === 'number' ? responseCode : 0
  if (OF_THE_MAIL.has(String(code)) && (status >= 500 || status === 0)) return 'never'
  if (status >= 400 || isUnreachable(error)) return 'later'
  return 'unknown'
}
