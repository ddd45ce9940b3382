/**
 * The app's page for every navigation, with the start-up configuration of the tenant in it (rules: Tenants), so that
 * the first paint needs no extra request. Built once per tenant and language, then sent from memory.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicInfo, RuntimeConfig } from '#contract/client-info/client-info.ts'
import { idParam } from '#contract/common.ts'
import { isLanguage, type Language } from '#contract/languages.ts'
import { compileTemplate, type PageDocument, type PageFacts } from './page-template.ts'
import { languageCookie, ownCookies, setCookie } from '../cookies.ts'
import { pagePolicy } from '../security-headers.ts'

/** Remembers `?client=N` for the browser session (demo mode only). */
const DEMO_COOKIE = 'demo_client'
const BUILD_ID_CHARACTERS = 12

export interface PageOptions {
  /** Folder of the built app. */
  readonly folder: string
  readonly https: boolean
  readonly streams?: readonly string[]
  /** Where packages play. */
  readonly packages?: readonly string[]
  readonly demo: boolean
  /** Whether the page must say that it belongs to a demo. */
  readonly hasDemoBanner: (request: FastifyRequest) => boolean
  readonly defaultClientId: number
  /** Origin of the default client's pages; null if it is not configured. */
  readonly publicUrl?: string | null
  readonly clientIdByHost: (host: string) => Promise<number | null>
  readonly publicInfo: (clientId: number) => Promise<PublicInfo | null>
  /** What the page of an address says without JavaScript; null for addresses without a text of their own. */
  readonly documentAt?: (asked: AskedDocument) => Promise<PageDocument | null>
  /** Sends another page instead of the app when there is no client yet; null to send the app all the same. */
  readonly sendWithoutClient?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>
}

export interface AskedDocument {
  readonly clientId: number
  readonly path: string
  readonly language: Language
  /** The page's own address without the language; null if the product does not know its own origin. */
  readonly canonical: string | null
}

export interface Page {
  /** Registers `/`, `/index.html` and `/runtime-config.json`. */
  readonly register: (app: FastifyInstance) => void
  /** For navigations to any other path. */
  readonly send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

interface Built {
  readonly bytes: Buffer
  readonly etag: string
  readonly policy: string
}

/** Pages without sign-in; every other path shows a visitor the sign-in page. */
const OPEN_PATHS: readonly string[] = ['/signup', '/forgot-password']
const SIGN_IN_PATH = '/login'

const LANGUAGE_WITHOUT_CLIENT: Language = 'en'

/** The policy allows the loader's style in the page by its hash. */
const styleHashes = (html: string): string[] =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, style = '']) => `sha256-${createHash('sha256').update(style).digest('base64')}`,
  )

/** Reads the built page once and serves it to each tenant in its own dress. */
export const createPage = (options: PageOptions): Page => {
  const html = readFileSync(join(options.folder, 'index.html'), 'utf8')
  const buildId = createHash('sha256').update(html).digest('base64url').slice(0, BUILD_ID_CHARACTERS)
  const fill = compileTemplate(html)
  const styles = styleHashes(html)
  // A changed client is a new object, so its old pages are forgotten with the old one.
  const built = new WeakMap<PublicInfo, Map<string, Built>>()

  const configOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<RuntimeConfig & { origin: string | null }> => {
    const { clientId, origin } = await clientOf(options, request)
    const client = await options.publicInfo(clientId).catch((error: unknown) => {
      request.log.error({ err: error }, 'the page goes out without its client: the read failed')
      return null
    })
    rememberChoice(options, request, reply, client)
    return {
      client_id: clientId,
      api_base_url: '',
      build_id: buildId,
      demo: options.demo,
      ...(options.hasDemoBanner(request) && { demo_banner: true }),
      client,
      origin,
    }
  }

  const build = (
    config: RuntimeConfig,
    { language, canonical, document = null }: Omit<PageFacts, 'config'>,
  ): Built => {
    const bytes = Buffer.from(fill({ config, language, canonical: canonical ?? null, document }))
    return {
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      policy: pagePolicy({
        https: options.https,
        google: Boolean(config.client?.google_client_id),
        streams: options.streams ?? [],
        packages: options.packages ?? [],
        styles,
      }),
    }
  }

  const pageFor = (config: RuntimeConfig, origin: string | null, request: FastifyRequest): Built => {
    const { client } = config
    const language = languageOf(request, client)
    if (!client) return build(config, { language })
    const canonical = origin && canonicalAddress(origin, request.url)
    const known = built.get(client) ?? new Map<string, Built>()
    built.set(client, known)
    const key = `${language} ${canonical}${config.demo_banner ? ' with banner' : ''}`
    const page = known.get(key) ?? build(config, { language, canonical })
    known.set(key, page)
    return page
  }

  /** The page of an address with a text of its own. Its language may be asked for in the address (spec 1). */
  const documentPage = async (
    config: RuntimeConfig,
    origin: string | null,
    request: FastifyRequest,
  ): Promise<Built | null> => {
    const { client } = config
    if (!client?.is_active || !options.documentAt) return null
    const [path = ''] = request.url.split('?')
    const asked = (request.query as { lng?: unknown }).lng
    const inAddress = isLanguage(asked) && client.languages.includes(asked) ? asked : null
    const language = inAddress ?? languageOf(request, client)
    const own = origin === null ? null : origin + path
    const document = await options
      .documentAt({ clientId: client.id, path, language, canonical: own })
      .catch((error: unknown) => {
        request.log.error({ err: error }, 'the page goes out without its text: the read failed')
        return null
      })
    if (!document) return null
    const isMain = language === client.languages[0]
    const canonical = own === null || isMain ? own : `${own}?lng=${language}`
    return build(config, { language, canonical, document })
  }

  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { origin, ...config } = await configOf(request, reply)
    const other = config.client ? null : await options.sendWithoutClient?.(request, reply)
    if (other) return other
    const page = (await documentPage(config, origin, request)) ?? pageFor(config, origin, request)
    void reply.code(200).headers({
      'cache-control': 'no-cache',
      'content-security-policy': page.policy,
      vary: 'Cookie',
      etag: page.etag,
    })
    const asked = request.headers['if-none-match']
    if (asked?.replace(/^W\//, '') === page.etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(page.bytes)
  }

  return {
    send,
    register: (app) => {
      app.get('/', send)
      // What the worker keeps for offline use.
      app.get('/index.html', send)
      app.get('/runtime-config.json', async (request, reply) => {
        const { origin: _origin, ...config } = await configOf(request, reply)
        return reply.headers({ 'cache-control': 'no-cache', vary: 'Cookie' }).send(config)
      })
    },
  }
}

/** Only a few addresses, so that the pages in memory stay few. */
const canonicalAddress = (origin: string, url: string): string => {
  const path = url.split('?')[0] ?? ''
  return origin + (OPEN_PATHS.includes(path) ? path : SIGN_IN_PATH)
}

/** The client of a request, and the origin if it is the client's own and not just any Host header. */
export const clientOf = async (
  options: Pick<PageOptions, 'demo' | 'https' | 'clientIdByHost' | 'defaultClientId' | 'publicUrl'>,
  request: FastifyRequest,
): Promise<{ clientId: number; origin: string | null }> => {
  if (options.demo) {
    const chosen = askedClient(request) ?? readId(ownCookies(request)[DEMO_COOKIE])
    if (chosen !== null) return { clientId: chosen, origin: null }
  }
  const byHost = await options.clientIdByHost(request.host).catch((error: unknown) => {
    request.log.error({ err: error }, 'host name not looked up: the default client is used')
    return null
  })
  if (byHost === null) return { clientId: options.defaultClientId, origin: options.publicUrl ?? null }
  const hostname = request.hostname.toLowerCase()
  return { clientId: byHost, origin: `${options.https ? 'https' : 'http'}://${hostname}` }
}

const askedClient = (request: FastifyRequest): number | null =>
  readId((request.query as { client?: unknown }).client)

const readId = (value: unknown): number | null => {
  const result = idParam.safeParse(value)
  return result.success ? result.data : null
}

const rememberChoice = (
  options: PageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  client: PublicInfo | null,
) => {
  if (!options.demo || !client || askedClient(request) !== client.id) return
  setCookie(reply, {
    name: DEMO_COOKIE,
    value: String(client.id),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
  })
}

// What the person chose, when this client offers it; else the client's first language.
const languageOf = (request: FastifyRequest, client: PublicInfo | null): Language => {
  const chosen = languageCookie(request)
  if (!client) return isLanguage(chosen) ? chosen : LANGUAGE_WITHOUT_CLIENT
  if (isLanguage(chosen) && client.languages.includes(chosen)) return chosen
  return client.languages[0] ?? LANGUAGE_WITHOUT_CLIENT
}
