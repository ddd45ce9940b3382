/** Unknown paths: a page for people who navigate, JSON for programs, never HTML for a missing file. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBelow } from '#contract/path-below.ts'
import { SERVER_PATHS } from '#contract/server-paths.ts'
import { AppError, notFound } from './errors.ts'
import { pathOf, sendError } from './error-answer.ts'

/** The app has no pages below these. */
const NOT_PAGES = [...SERVER_PATHS, '/assets']

/**
 * Whether a program that is no browser takes anything: link previews and uptime checks. A browser says what a request
 * is for, and a name with an ending is a file.
 */
const isAnythingTaken = ({ headers, url }: FastifyRequest): boolean =>
  /^(?:\*\/\*(?:;q=[\d.]+)?)?$/.test((headers.accept ?? '').trim()) &&
  headers['sec-fetch-dest'] === undefined &&
  !/\.[^/]*$/.test(pathOf(url))

/** Whether a GET wants the app's page: a navigation, outside the API and the folders of files. */
export const isNavigation = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !isBelow(NOT_PAGES, pathOf(request.url)) &&
  ((request.headers.accept ?? '').includes('text/html') || isAnythingTaken(request))

const READABLE_SEGMENT = /^(?:[\w.~-]|%[\da-f]{2})+$/i

const isReadable = (segment: string): boolean => {
  try {
    decodeURIComponent(segment)
    return READABLE_SEGMENT.test(segment)
  } catch {
    return false
  }
}

/** The part of an address before its first unreadable segment: a damaged link still leads somewhere on this site. */
export const readableParent = (url: string): string => {
  const segments = pathOf(url)
    .split('/')
    .filter((segment) => segment !== '')
  const broken = segments.findIndex((segment) => !isReadable(segment))
  return `/${segments.slice(0, broken === -1 ? undefined : broken).join('/')}`
}

interface KnownRoute {
  pattern: RegExp
  methods: Set<string>
}

/** Collects the routes as they are mounted, so that a wrong method is told apart from a wrong path. */
export const knowRoutes = (app: FastifyInstance): ((path: string) => string[]) => {
  const routes = new Map<string, KnownRoute>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const known = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const name of [method].flat()) known.methods.add(name)
    routes.set(url, known)
  })
  return (path) => [
    ...new Set(
      [...routes.values()].filter((route) => route.pattern.test(path)).flatMap((route) => [...route.methods]),
    ),
  ]
}

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .split(/(:\w+)/)
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('')}$`,
  )

/** Fastify's not-found handler; `sendPage` is the app's page when there is one. */
export const answerUnknown =
  (
    methodsOf: (path: string) => string[],
    sendPage: ((request: FastifyRequest, reply: FastifyReply) => unknown) | null,
  ) =>
  (request: FastifyRequest, reply: FastifyReply): unknown => {
    const methods = methodsOf(pathOf(request.url))
    if (methods.length > 0) {
      void reply.header('allow', methods.toSorted().join(', '))
      return sendError(reply, new AppError('method_not_allowed', 'This method is not allowed here.'))
    }
    if (sendPage && isNavigation(request)) return sendPage(request, reply)
    return sendError(reply, notFound())
  }
