/**
 * The last link of a mail: one press, no sign-in (FEATURES NT5). Opening it changes nothing, because mail scanners open
 * every link; the button, or the mail reader's own (RFC 8058), posts to the same address.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Core } from '#server/core/core.ts'
import { endMails, recipientOf } from './preferences.repository.ts'
import { directionOf, unsubscribeWords } from './words.ts'

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

/** Nothing but words and one button. */
const POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const BODY_MAX_BYTES = 2_000
const ID = /^[1-9]\d{0,8}$/

type Language = 'en' | 'hi' | 'ar'
const page = (language: Language, title: string, content: string) =>
  `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title></head><body><main>${content}</main></body></html>`

/** Whose mails the address ends; null for an address that is not ours. */
const personAt = (secret: Core['secret'], request: FastifyRequest): Person | null => {
  const { clientId = '', userId = '', token = '' } = request.params as Record<string, string | undefined>
  if (!ID.test(clientId) || !ID.test(userId)) return null
  const person = { clientId: Number(clientId), userId: Number(userId) }
  return same(token, tokenOf(secret, person)) ? person : null
}

export const registerUnsubscribe = (
  app: FastifyInstance,
  { db, secret }: Pick<Core, 'db' | 'secret'>,
): void => {
  const answer = (reply: FastifyReply, status: number, html: string) =>
    reply
      .code(status)
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  const unknown = (reply: FastifyReply) => {
    const words = unsubscribeWords('en').unknown
    return answer(reply, 404, page('en', words, `<h1>${words}</h1>`))
  }
  const languageOf = (person: Person) =>
    db.withTenant(person.clientId, async (tx) => (await recipientOf(tx, person))?.language ?? 'en')

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
      const language = await languageOf(person)
      const { stop } = unsubscribeWords(language)
      return answer(
        reply,
        200,
        page(language, stop, `<h1>${stop}</h1><form method="post"><button>${stop}</button></form>`),
      )
    })
    scoped.post(path, async (request, reply) => {
      const person = personAt(secret, request)
      if (!person) return unknown(reply)
      await db.withTenant(person.clientId, async (tx) => {
        if (await recipientOf(tx, person)) await endMails(tx, person)
      })
      const language = await languageOf(person)
      const { unsubscribed, stop } = unsubscribeWords(language)
      return answer(reply, 200, page(language, stop, `<h1>${stop}</h1><p>${unsubscribed}</p>`))
    })
    done()
  })
}
