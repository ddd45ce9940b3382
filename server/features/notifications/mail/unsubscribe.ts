/**
 * The unsubscribe link of a mail: one click, no sign-in (NT5). Opening it changes nothing, because mail scanners
 * open every link. The button on the page and the mail client's own (RFC 8058) post to the same address.
 */
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { directionOf, languages } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import { acceptAnyBody, plainPage, sameText, sendPage, withClientName } from '#server/core/mail/plain-page.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { recipientOf, setRhythm } from '../preferences.repository.ts'
import { unsubscribeTexts } from '../texts.ts'

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

const ID_PATTERN = /^[1-9]\d{0,8}$/

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
  const sendNotFound = (reply: FastifyReply) => {
    // Without a person the language is unknown, so the page uses all of them.
    const paragraphs = languages.map(
      (language) =>
        `<p lang="${language}" dir="${directionOf(language)}">${unsubscribeTexts(language).unknown}</p>`,
    )
    return sendPage(reply, 404, plainPage('en', '404', `<h1>404</h1>${paragraphs.join('')}`))
  }
  const pageContext = (person: Person) =>
    db.withTenant(person.clientId, async (tx) => ({
      language: (await recipientOf(tx, person))?.language ?? ('en' as const),
      name: (await siteOf(tx, config, person.clientId)).name,
    }))

  // Forms and mail clients do not send JSON. The body is ignored: the address contains everything.
  void app.register((scoped, _options, done) => {
    acceptAnyBody(scoped)
    const path = '/unsubscribe/:clientId/:userId/:token/'
    scoped.get(path, async (request, reply) => {
      const person = personFrom(secret, request)
      if (!person) return sendNotFound(reply)
      const { language, name } = await pageContext(person)
      const { stop, daily } = unsubscribeTexts(language)
      const button = (action: string, label: string) =>
        `<form method="post"${action}><button>${label}</button></form>`
      const content = `<h1>${stop}</h1>${button('', stop)}${button(' action="daily/"', daily)}`
      return sendPage(reply, 200, plainPage(language, stop, withClientName(name, content)))
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
          plainPage(language, title, withClientName(name, `<h1>${title}</h1><p>${message}</p>`)),
        )
      }
    scoped.post(path, setRhythmTo('never'))
    scoped.post(`${path}daily/`, setRhythmTo('daily'))
    done()
  })
}
