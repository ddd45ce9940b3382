/** The pages behind links in mails: no script, no sign-in, readable in every mail program's browser. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { directionOf, type Language } from '#contract/languages.ts'
import { escapeHtml } from '../text/escape-html.ts'

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.5rem;line-height:1.2;overflow-wrap:anywhere}
p{overflow-wrap:anywhere}
form{margin-block:1rem}
button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.25rem;border-radius:8px;cursor:pointer}`

/** Allows only forms and this stylesheet. */
const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
const BODY_MAX_BYTES = 2_000

export const plainPage = (language: Language, title: string, content: string): string =>
  `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`

/** Shows the client's name on top: people may get mails from several clients. */
export const withClientName = (name: string, content: string): string =>
  `<p dir="auto">${escapeHtml(name)}</p>${content}`

export const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)

/** Forms and mail clients do not send JSON. The body is ignored: the address contains everything. */
export const acceptAnyBody = (app: FastifyInstance): void => {
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX_BYTES }, (_request, _body, ready) =>
    ready(null, null),
  )
}

/** Compares in the same time wherever the texts differ. */
export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
