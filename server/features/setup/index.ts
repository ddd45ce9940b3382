/** The page on which the first administrator of a real installation makes their account (rules: Running it). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languages, type Language } from '#contract/languages.ts'
import type { Core } from '#server/core/core.ts'
import { askedLanguage } from '#server/core/http/language.ts'
import { SETUP_POLICY, SETUP_STYLE, setupForm, setupNotice, type SetupValues } from './setup-page.ts'
import { createSetup, type Setup, type SetupDependencies } from './setup.service.ts'

const BODY_MAX_BYTES = 16 * 1024

export const setupFeature = (core: Core, dependencies: SetupDependencies) => {
  const setup = createSetup(core, dependencies)
  return {
    link: setup.link,
    sendWaiting: async (request: FastifyRequest, reply: FastifyReply) =>
      (await setup.isOpen()) ? sendPage(reply, 503, setupNotice(languageOf(request), 'waiting')) : null,
    /** A demo has no such page. */
    register: (app: FastifyInstance) => {
      if (!core.config.demo) registerSetupPage(app, setup)
    },
  }
}

const registerSetupPage = (app: FastifyInstance, setup: Setup): void => {
  // The only form that the server reads itself: its parser stays inside this plugin.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, valuesOf(String(body))),
    )
    scope.get('/setup/', async (request, reply) => {
      const { key } = request.query as { key?: unknown }
      const text = typeof key === 'string' ? key : ''
      const fields = await setup.open(text)
      const language = languageOf(request)
      return fields === null
        ? sendPage(reply, 404, setupNotice(language, 'closed'))
        : sendPage(reply, 200, setupForm(language, { key: text, fields, values: {}, problems: {} }))
    })
    scope.post('/setup/', async (request, reply) => {
      const { key = '', ...values } = (request.body ?? {}) as SetupValues & { key?: string }
      const language = languageOf(request)
      const fields = await setup.open(key)
      if (fields === null) return sendPage(reply, 404, setupNotice(language, 'closed'))
      const outcome = await setup.submit(values, fields, language)
      if (outcome.status === 'closed') return sendPage(reply, 404, setupNotice(language, 'closed'))
      if (outcome.status === 'done') return sendPage(reply, 200, setupNotice(language, 'done'))
      const { problems } = outcome
      return sendPage(reply, 422, setupForm(language, { key, fields, values, problems }))
    })
    scope.get('/setup/style.css', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(SETUP_STYLE),
    )
  })
}

const FIELDS = ['key', 'organisation', 'full_name', 'email', 'password'] as const

const valuesOf = (body: string): Record<string, string> => {
  const form = new URLSearchParams(body)
  return Object.fromEntries(FIELDS.map((name) => [name, form.get(name)?.replaceAll('\0', '') ?? '']))
}

const languageOf = (request: FastifyRequest): Language =>
  askedLanguage(request.headers['accept-language'], { languages }) ?? languages[0]

// The address holds the key: it must not reach another site, and no cache.
const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({
      'content-security-policy': SETUP_POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(html)
