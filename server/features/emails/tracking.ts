/**
 * Clicks and opens. A link of a mail leads through the server, which notes the first click and sends the reader on; the
 * signature holds the target, so nobody can use the address to lead people elsewhere. Opens are counted only while the
 * client wants it.
 */
import './emails.tables.ts'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { id, idParam } from '#contract/common.ts'
import { isMailAddress } from '#contract/emails/content.ts'
import type { Core } from '#server/core/core.ts'
import { sameText } from '#server/core/mail/plain-page.ts'
import { readEmailSettings } from './events/events.repository.ts'
import { sendNotFound, type Mailed } from './unsubscribe.ts'

type Secret = Pick<Core, 'secret'>

const signatureOf = ({ secret }: Secret, { clientId, campaign_id: campaign, number }: Mailed, what: string) =>
  createHmac('sha256', secret('emails.links'))
    .update(`${clientId}:${campaign}:${number}:${what}`)
    .digest('base64url')
    .slice(0, 22)

const placeOf = ({ clientId, campaign_id: campaign, number }: Mailed) => `${clientId}/${campaign}/${number}`

export const clickPath = (core: Secret, mailed: Mailed, url: string): string =>
  `/mail/click/${placeOf(mailed)}/?${new URLSearchParams({ to: url, s: signatureOf(core, mailed, `click:${url}`) })}`

export const openPath = (core: Secret, mailed: Mailed): string =>
  `/mail/open/${placeOf(mailed)}/?s=${signatureOf(core, mailed, 'open')}`

const params = z.object({
  clientId: idParam,
  campaign: z.uuid(),
  number: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.pipe(z.transform(Number), id)),
})
const signed = z.object({
  s: z.string().check(z.maxLength(100)),
  to: z._default(z.optional(z.string().check(z.maxLength(3_000))), ''),
})

const read = (request: FastifyRequest): { mailed: Mailed; to: string; s: string } | null => {
  const place = params.safeParse(request.params)
  const query = signed.safeParse(request.query)
  if (!place.success || !query.success) return null
  const { clientId, campaign, number } = place.data
  return { mailed: { clientId, campaign_id: campaign, number }, ...query.data }
}

/** Programs that look ahead say so; others cannot be told from people. */
const isReading = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && !/prefetch|preview/i.test(String(headers['sec-purpose'] ?? headers['purpose']))

/** A transparent point. */
const POINT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

export const registerTracking = (app: FastifyInstance, core: Pick<Core, 'db' | 'secret' | 'clock'>): void => {
  const note = (mailed: Mailed, column: 'clicked_at' | 'opened_at') =>
    core.db.withTenant(mailed.clientId, async (db) => {
      if (column === 'opened_at' && !(await readEmailSettings(db)).track_opens) return
      await sql`update email_recipient set ${sql.ref(column)} = ${core.clock.now()}
        where client_id = current_client_id() and campaign_id = ${mailed.campaign_id}::uuid
          and number = ${mailed.number} and ${sql.ref(column)} is null`.execute(db)
    })
  app.get('/mail/click/:clientId/:campaign/:number/', async (request, reply: FastifyReply) => {
    const found = read(request)
    if (!found || !sameText(found.s, signatureOf(core, found.mailed, `click:${found.to}`)))
      return sendNotFound(reply)
    // What the signature holds was checked when the mail was written; this line keeps it true if that ever changes.
    if (!isMailAddress(found.to)) return sendNotFound(reply)
    if (isReading(request)) await note(found.mailed, 'clicked_at')
    return reply
      .code(302)
      .headers({ ...HEADERS, location: found.to })
      .send()
  })
  app.get('/mail/open/:clientId/:campaign/:number/', async (request, reply: FastifyReply) => {
    const found = read(request)
    if (found && isReading(request) && sameText(found.s, signatureOf(core, found.mailed, 'open')))
      await note(found.mailed, 'opened_at')
    return reply.code(200).headers(HEADERS).type('image/gif').send(POINT)
  })
}
