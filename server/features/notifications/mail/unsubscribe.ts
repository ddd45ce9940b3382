/**
 * The last link of a mail: one press, no sign-in (FEATURES NT5). Opening it changes nothing, because mail scanners open
 * every link; the button, or the mail reader's own (RFC 8058), posts to the same address.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languages, type Language } from '#contract/common.ts'
import type { Core } from '#server/core/core.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { recipientOf, setRhythm } from '../preferences.repository.ts'
import { directionOf, unsubscribeWords } from '../texts.ts'

interface Person {
  clientId: number
  userId: number
}

const tokenOf = (secret: Core['secret'], { clientId, userId }: Person): string =>
  createHmac('sha256', secret('notifications.unsubscribe'))
    .update(`${clientId}:${userId}`)
    .digest('base64url')

export const unsubscribePath = ({ secret }: Pick<Core, 'secret'>, person: Person): string =>
  `/unsubscribe/${person.clientId}/${person.userId}/${tokenOf(secret, person)}/`

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.5rem;line-height:1.2;overflow-wrap:anywhere}
p{overflow-wrap:anywhere}
form{margin-block:1rem}
button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.25rem;border-radius:8px;cursor:pointer}`

/** Nothing but words, buttons and this one sheet. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
const BODY_MAX_BYTES = 2_000
const ID = /^[1-9]\d{0,8}$/

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

const page = (language: Language, title: string, content: string) =>
  `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`

/** The client's name stands above: people get mails of more than one. */
const headed = (name: string, content: string) => `<p dir="auto">${escapeHtml(name)}</p>${content}`

/** Whose mails the address ends; null for an address that is not ours. */
const personAt = (secret: Core['secret'], request: FastifyRequest): Person | null => {
  const { clientId = '', userId = '', token = '' } = request.params as Record<string, string | undefined>
  if (!ID.test(clientId) || !ID.test(userId)) return null
  const person = { clientId: Number(clientId), userId: Number(userId) }
  return same(token, tokenOf(secret, person)) ? person : null
}

export const registerUnsubscribe = (
  app: FastifyInstance,
  { db, secret, clock, config }: Pick<Core, 'db' | 'secret' | 'clock' | 'config'>,
): void => {
  const answer = (reply: FastifyReply, status: number, html: string) =>
    reply
      .code(status)
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  const unknown = (reply: FastifyReply) => {
    // Nobody's address says nobody's language.
    const words = languages.map(
      (language) =>
        `<p lang="${language}" dir="${directionOf(language)}">${unsubscribeWords(language).unknown}</p>`,
    )
    return answer(reply, 404, page('en', '404', `<h1>404</h1>${words.join('')}`))
  }
  const settingOf = (person: Person) =>
    db.withTenant(person.clientId, async (tx) => ({
      language: (await recipientOf(tx, person))?.language ?? ('en' as const),
      name: (await siteOf(tx, config, person.clientId)).name,
    }))

  // Forms and mail readers do not send JSON; what they send says nothing that the address does not.
  void app.register((scoped, _options, done) => {
    scoped.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, _body, ready) => ready(null, null),
    )
    const path = '/unsubscribe/:clientId/:userId/:token/'
    scoped.get(path, async (request, reply) => {
      const person = personAt(secret, request)
      if (!person) return unknown(reply)
      const { language, name } = await settingOf(person)
      const { stop, daily } = unsubscribeWords(language)
      const button = (action: string, words: string) =>
        `<form method="post"${action}><button>${words}</button></form>`
      const content = `<h1>${stop}</h1>${button('', stop)}${button(' action="daily/"', daily)}`
      return answer(reply, 200, page(language, stop, headed(name, content)))
    })
    const choose = (rhythm: 'never' | 'daily') => async (request: FastifyRequest, reply: FastifyReply) => {
      const person = personAt(secret, request)
      if (!person) return unknown(reply)
      await db.withTenant(person.clientId, (tx) => setRhythm(tx, person, rhythm, clock.now()))
      const { language, name } = await settingOf(person)
      const { unsubscribed, stop, daily, nowDaily } = unsubscribeWords(language)
      const [title, words] = rhythm === 'never' ? [stop, unsubscribed] : [daily, nowDaily]
      return answer(reply, 200, page(language, title, headed(name, `<h1>${title}</h1><p>${words}</p>`)))
    }
    scoped.post(path, choose('never'))
    scoped.post(`${path}daily/`, choose('daily'))
    done()
  })
}
