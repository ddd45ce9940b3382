/** Mails about a payment link, queued in the caller's transaction. */
import type { Language } from '#contract/languages.ts'
import type { Outbox } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { dayText, fill, htmlOf, moneyText } from '../mail-parts.ts'
import { zoneOf } from '../payments.repository.ts'
import { newPass } from './link-codes.ts'
import { linkMailTexts, type LinkMail } from './link-mail-texts.ts'
import { freeAmount } from './link-money.ts'
import { addEvent, eventTimes, type LinkRow } from './links.repository.ts'

export interface LinkMailContext {
  readonly outbox: Outbox
  readonly publicUrl: string | null
  readonly demo: boolean
  /** Signs the passes in mails. */
  readonly passKey: Buffer
}

const MAILS_A_DAY = 5
const AGAIN_AFTER_MS = 60_000
const DAY_MS = 86_400_000

/** Whether the person's mailbox is spared: not twice in a minute, not more than five times in a day. */
export const mayMail = async (db: TenantDb, { client_id: clientId, id }: LinkRow, now: Date) => {
  const times = await eventTimes(db, clientId, id, {
    kinds: ['mailed', 'reminded'],
    since: new Date(now.getTime() - DAY_MS),
  })
  const [latest] = times
  return times.length < MAILS_A_DAY && (!latest || now.getTime() - latest.getTime() >= AGAIN_AFTER_MS)
}

/** The address in the mail opens the link for its person; the pass is behind a `#`, which no browser sends to a server. */
export const mailLink = async (
  context: LinkMailContext,
  db: TenantDb,
  link: LinkRow,
  { mail, at, language, actorId }: { mail: LinkMail; at: Date; language?: Language; actorId?: number },
): Promise<void> => {
  const { client_id: clientId, email } = link
  if (email === null) return
  const spoken = language ?? link.language
  const site = await siteOf(db, context, clientId)
  const zone = await zoneOf(db, clientId)
  const { open } = await freeAmount(db, link, at)
  const texts = linkMailTexts[spoken]
  const values = {
    title: link.title,
    client: site.name,
    amount: moneyText(open, link.currency, spoken),
    // The last moment of the last day.
    until: dayText(new Date(link.expires_at.getTime() - 1), zone, spoken),
    url: site.urlOf(`/pay/${link.code}#p=${newPass(context.passKey, link, at)}`) ?? '',
  }
  const { subject, text } = texts.mails[mail]
  const paragraphs = [texts.hello, text, texts.pay, texts.note].map((each) => fill(each, values))
  await context.outbox.add(db, {
    to: email,
    channel: 'email',
    language: spoken,
    subject: fill(subject, values),
    text: paragraphs.join('\n\n'),
    html: htmlOf(spoken, paragraphs),
  })
  await addEvent(db, clientId, link.id, {
    kind: mail === 'reminder' ? 'reminded' : 'mailed',
    at,
    ...(actorId !== undefined && { actorId }),
  })
}
