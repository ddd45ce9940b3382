/**
 * The unsubscribe link of a campaign: one click, no sign-in. Opening it changes nothing, because mail scanners open
 * every link. The button on the page and the mail program's own (RFC 8058) post to the same address.
 */
import './emails.tables.ts'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { id, idParam } from '#contract/common.ts'
import { directionOf, languages, type Language } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { acceptAnyBody, plainPage, sameText, sendPage, withClientName } from '#server/core/mail/plain-page.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { campaignTexts } from './draw/texts.ts'

export interface Mailed {
  clientId: number
  campaign_id: string
  number: number
}

const tokenOf = (secret: Core['secret'], { clientId, campaign_id: campaign, number }: Mailed): string =>
  createHmac('sha256', secret('emails.unsubscribe'))
    .update(`${clientId}:${campaign}:${number}`)
    .digest('base64url')

export const unsubscribePath = ({ secret }: Pick<Core, 'secret'>, mailed: Mailed): string =>
  `/unsubscribe/campaign/${mailed.clientId}/${mailed.campaign_id}/${mailed.number}/${tokenOf(secret, mailed)}/`

const params = z.object({
  clientId: idParam,
  campaign: z.uuid(),
  number: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.pipe(z.transform(Number), id)),
  token: z.string().check(z.maxLength(100)),
})

/** The mail that the address names; null for an address that is not genuine. */
const mailedFrom = (secret: Core['secret'], request: FastifyRequest): Mailed | null => {
  const read = params.safeParse(request.params)
  if (!read.success) return null
  const { clientId, campaign, number, token } = read.data
  const mailed = { clientId, campaign_id: campaign, number }
  return sameText(token, tokenOf(secret, mailed)) ? mailed : null
}

const recipientOf = async (db: TenantDb, { campaign_id: campaign, number }: Mailed) => {
  const { rows } = await sql<{ email_key: string; language: Language }>`
    select r.email_key, coalesce(u.language, r.language) as language from email_recipient r
    left join app_user u on u.client_id = r.client_id and u.id = r.user_id
    where r.client_id = current_client_id() and r.campaign_id = ${campaign}::uuid and r.number = ${number}`.execute(
    db,
  )
  return rows[0]
}

const unsubscribe = async (db: TenantDb, mailed: Mailed, key: string, now: Date): Promise<void> => {
  // An admin may take back a bounce, so the person's own word replaces it.
  await sql`insert into email_suppression as s (client_id, email_key, reason, since)
    values (current_client_id(), ${key}, 'unsubscribed', ${now})
    on conflict (client_id, email_key) do update
      set reason = excluded.reason, since = excluded.since, detail = null
      where s.reason = 'bounced'`.execute(db)
  await sql`update email_recipient set unsubscribed_at = coalesce(unsubscribed_at, ${now})
    where client_id = current_client_id() and campaign_id = ${mailed.campaign_id}::uuid
      and number = ${mailed.number}`.execute(db)
}

/** Takes back a click by mistake; bounces and complaints stay. */
const subscribe = async (db: TenantDb, mailed: Mailed, key: string): Promise<void> => {
  await sql`delete from email_suppression
    where client_id = current_client_id() and email_key = ${key} and reason = 'unsubscribed'`.execute(db)
  await sql`update email_recipient set unsubscribed_at = null
    where client_id = current_client_id() and campaign_id = ${mailed.campaign_id}::uuid
      and number = ${mailed.number}`.execute(db)
}

const form = (action: string, label: string) =>
  `<form method="post"${action === '' ? '' : ` action="${action}"`}><button>${label}</button></form>`

export const sendNotFound = (reply: FastifyReply) => {
  // Without a person the language is unknown, so the page uses all of them.
  const paragraphs = languages.map(
    (language) =>
      `<p lang="${language}" dir="${directionOf(language)}">${campaignTexts(language).unknown}</p>`,
  )
  return sendPage(reply, 404, plainPage('en', '404', `<h1>404</h1>${paragraphs.join('')}`))
}

type Step = 'ask' | 'stop' | 'again'

export const registerUnsubscribe = (
  app: FastifyInstance,
  { db, secret, clock, config }: Pick<Core, 'db' | 'secret' | 'clock' | 'config'>,
): void => {
  const handler = (step: Step) => async (request: FastifyRequest, reply: FastifyReply) => {
    const mailed = mailedFrom(secret, request)
    const found =
      mailed &&
      (await db.withTenant(mailed.clientId, async (tx) => {
        const recipient = await recipientOf(tx, mailed)
        if (!recipient) return null
        if (step === 'stop') await unsubscribe(tx, mailed, recipient.email_key, clock.now())
        if (step === 'again') await subscribe(tx, mailed, recipient.email_key)
        return { language: recipient.language, name: (await siteOf(tx, config, mailed.clientId)).name }
      }))
    if (!found) return sendNotFound(reply)
    const { language, name } = found
    const texts = campaignTexts(language)
    const content = {
      ask: `<p>${texts.ask}</p>${form('', texts.button)}`,
      stop: `<p>${texts.done}</p>${form('again/', texts.undo)}`,
      again: `<p>${texts.undone}</p>`,
    }[step]
    const shown = withClientName(name, `<h1>${texts.title}</h1>${content}`)
    return sendPage(reply, 200, plainPage(language, texts.title, shown))
  }
  void app.register((scoped, _options, done) => {
    acceptAnyBody(scoped)
    const path = '/unsubscribe/campaign/:clientId/:campaign/:number/:token/'
    scoped.get(path, handler('ask'))
    scoped.post(path, handler('stop'))
    scoped.post(`${path}again/`, handler('again'))
    done()
  })
}
