/**
 * The unsubscribe link of a mail: one click, no sign-in (NT5). Opening it changes nothing, because mail scanners
 * open every link. The button on the page and the mail client's own (RFC 8058) post to the same address.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { directionOf, type Language, languages } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { recipientOf, setRhythm } from '../preferences.repository.ts'
import { unsubscribeTexts } from '../texts.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'

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

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.5rem;line-height:1.2;overflow-wrap:anywhere}
p{overflow-wrap:anywhere}
form{margin-block:1rem}
button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.25rem;border-radius:8px;cursor:pointer}`

/** Allows only forms and this stylesheet. */
const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
const BODY_MAX_BYTES = 2_000
const ID_PATTERN = /^[1-9]\d{0,8}$/

const page = (language: Language, title: string, content: string) =>
  `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`

/** Shows the client's name on top: people may get mails from several clients. */
const withClientName = (name: string, content: string) => `<p dir="auto">${escapeHtml(name)}</p>${content}`

/** The person in the address; null for an address that is not genuine. */
const personFrom = (secret: Core['secret'], request: FastifyRequest): Person | null => {
  const { clientId = '', userId = '', token = '' } = request.params as Record<string, string | undefined>
  if (!ID_PATTERN.test(clientId) || !ID_PATTERN.test(userId)) return null
  const person = { clientId: Number(clientId), userId: Number(userId) }
  return sameText(token, tokenOf(secret, person)) ? person : null
}

export const registerUnsubscribe = (
  app: FastifyInstance,
  { db, secret, clock, config }: Pick<Core, 'db' | 'secret' | 'clock' | 'config'>,
): void => {
  const sendPage = (reply: FastifyReply, status: number, html: string) =>
    reply
      .code(status)
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  const sendNotFound = (reply: FastifyReply) => {
    // Without a person the language is unknown, so the page uses all of them.
    const paragraphs = languages.map(
      (language) =>
        `<p lang="${language}" dir="${directionOf(language)}">${unsubscribeTexts(language).unknown}</p>`,
    )
    return sendPage(reply, 404, page('en', '404', `<h1>404</h1>${paragraphs.join('')}`))
  }
  const pageContext = (person: Person) =>
    db.withTenant(person.clientId, async (tx) => ({
      language: (await recipientOf(tx, person))?.language ?? ('en' as const),
      name: (await siteOf(tx, config, person.clientId)).name,
    }))

  // Forms and mail clients do not send JSON. The body is ignored: the address contains everything.
  void app.register((scoped, _options, done) => {
    scoped.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, _body, ready) => ready(null, null),
    )
    const path = '/unsubscribe/:clientId/:userId/:token/'
    scoped.get(path, async (request, reply) => {
      const person = personFrom(secret, request)
      if (!person) return sendNotFound(reply)
      const { language, name } = await pageContext(person)
      const { stop, daily } = unsubscribeTexts(language)
      const button = (action: string, label: string) =>
        `<form method="post"${action}><button>${label}</button></form>`
      const content = `<h1>${stop}</h1>${button('', stop)}${button(' action="daily/"', daily)}`
      return sendPage(reply, 200, page(language, stop, withClientName(name, content)))
    })
    const setRhythmTo =
      (rhythm: 'never' | 'daily') => async (request: FastifyRequest, reply: FastifyReply) => {
        const person = personFrom(secret, request)
        if (!person) return sendNotFound(reply)
        await db.withTenant(person.clientId, (tx) => setRhythm(tx, person, rhythm, clock.now()))
        const { language, name } = await pageContext(person)
        const { unsubscribed, stop, daily, nowDaily } = unsubscribeTexts(language)
        const [title, message] = rhythm === 'never' ? [stop, unsubscribed] : [daily, nowDaily]
        return sendPage(
          reply,
          200,
          page(language, title, withClientName(name, `<h1>${title}</h1><p>${message}</p>`)),
        )
      }
    scoped.post(path, setRhythmTo('never'))
    scoped.post(`${path}daily/`, setRhythmTo('daily'))
    done()
  })
}
