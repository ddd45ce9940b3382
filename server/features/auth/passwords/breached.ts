/**
 * Asks a service that knows passwords from data leaks, where the operator has named one. It gets the first five digits of
 * a hash and answers with all hashes that begin so: it never learns the password (k-anonymity).
 */
import { createHash } from 'node:crypto'
import type { Core } from '#server/core/core.ts'

const TIMEOUT_MS = 2_000
const PREFIX_DIGITS = 5

/** Whether a password has been in a data leak; false where nobody knows. */
export type BreachCheck = (password: string) => Promise<boolean>

const hasLine = (lines: string, suffix: string): boolean =>
  lines.split(/\r?\n/).some((line) => {
    const [found, count] = line.split(':')
    // Lines that hide how many there are have the count 0.
    return found?.toUpperCase() === suffix && Number(count) > 0
  })

export const createBreachCheck = ({ config, log }: Pick<Core, 'config' | 'log'>): BreachCheck => {
  const { passwordRangeUrl: url } = config
  if (url === null) return async () => false
  return async (password) => {
    // What these services are asked by; it protects nothing here.
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    try {
      const answer = await fetch(url + hash.slice(0, PREFIX_DIGITS), {
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'add-padding': 'true' },
      })
      if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
      return hasLine(await answer.text(), hash.slice(PREFIX_DIGITS))
    } catch (error) {
      // People can sign up while the service is down.
      log.warn({ err: error }, 'the service for passwords from data leaks does not answer')
      return false
    }
  }
}
