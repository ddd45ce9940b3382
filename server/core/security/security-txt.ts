/** Where to report a weakness (RFC 9116; docs/security/README.md). Without a contact there is no such file. */
import type { FastifyInstance } from 'fastify'
import { languages } from '#contract/languages.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'

export const SECURITY_TXT_PATH = '/.well-known/security.txt'

const DAY_MS = 86_400_000
/** RFC 9116 recommends less than a year. The same for a whole day, so that copies of one day are equal. */
const VALID_DAYS = 180

const expiryAfter = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS)

export const securityText = (contact: string, publicUrl: string | null, now: Date): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${expiryAfter(now).toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    // The RFC wants an https address, where there is one.
    ...(publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}${SECURITY_TXT_PATH}`] : []),
    '',
  ].join('\n')

export const registerSecurityText = (
  app: FastifyInstance,
  config: Pick<Config, 'securityContact' | 'publicUrl'>,
  clock: Clock,
): void => {
  const { securityContact: contact, publicUrl } = config
  if (contact === null) return
  app.get(SECURITY_TXT_PATH, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityText(contact, publicUrl, clock.now())),
  )
}
