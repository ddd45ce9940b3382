/**
 * Addresses of stored files. Course content holds the stable path `/files/<client>/<name>`. The server signs it on the
 * way out: `/files/<client>/signed/<hour>.<parent>-<signature>/<name>` works for one session until that hour since 1970
 * (docs/decisions/server/serve-stored-files-to-their-sessions.md).
 */
const HOUR_MS = 3_600_000
const SIGNED = /\/files\/(\d{1,10})\/signed\/[\w-]{1,12}\.[\w-]{1,64}\//g
const TICKET = /\/files\/\d{1,10}\/signed\/([0-9a-z]{1,8})\.[\w-]+\//

/** A text with the stable path in place of every signed address. */
export const withStablePaths = (text: string): string =>
  text.includes('/signed/') ? text.replace(SIGNED, '/files/$1/') : text

/** When the first signed address in a text expires, in epoch ms; null without one. */
export const expiryOf = (text: string): number | null => {
  const hours = Number.parseInt(TICKET.exec(text)?.[1] ?? '', 36)
  return Number.isSafeInteger(hours) ? hours * HOUR_MS : null
}
