import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { readOutbox, type OutboxEntry } from './read-outbox.ts'

const escapeHtml = (text: string) => text.replace(/[<>&"']/g, (char) => `&#${char.codePointAt(0)};`)

/** Allows no script, so that the text of a mail cannot run any. */
const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:44rem;margin:0 auto;padding:1rem}
article{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:12px;padding:1rem;margin-block:1rem}
h2{font-size:1.125rem;margin:0}
p{margin:.25rem 0;opacity:.8}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.75rem 0 0}
form{display:flex;gap:.5rem;flex-wrap:wrap}
input,button{font:inherit;padding:.6rem .8rem;min-height:44px;border-radius:8px;border:1px solid}
input{flex:1 1 14rem}`

const article = (entry: OutboxEntry) => `<article>
<h2 dir="auto">${escapeHtml(entry.subject || entry.channel)}</h2>
<p>${entry.channel === 'sms' ? 'Text message' : 'Mail'} to <bdi>${escapeHtml(entry.to)}</bdi> · <time datetime="${entry.created_at}">${entry.created_at.replace('T', ' ').slice(0, 19)} UTC</time></p>
<pre dir="auto">${escapeHtml(entry.text)}</pre>
</article>`

const page = (entries: readonly OutboxEntry[], to: string | undefined) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox</title><link rel="stylesheet" href="/dev/outbox/style.css"></head>
<body><main><h1>Outbox</h1>
<p>Mails and text messages that would have gone out. This page exists in demo mode only.</p>
<form method="get" action="/dev/outbox/"><input name="to" type="search" aria-label="Address" placeholder="student@demo.test" value="${escapeHtml(to ?? '')}"><button>Show</button></form>
${entries.length === 0 ? '<p>Nothing here yet.</p>' : entries.map(article).join('\n')}
</main></body></html>`

/** `GET /dev/outbox/?to=ADDRESS` (rules: Running it). Register it in demo mode only. */
export const registerOutboxPage = (app: FastifyInstance, db: Database): void => {
  app.get('/dev/outbox/', async (request, reply) => {
    const { to: rawTo } = request.query as { to?: unknown }
    const to = (typeof rawTo === 'string' && rawTo.replaceAll('\0', '').trim()) || undefined
    const { rows } = await db.withoutTenant((tx) =>
      sql<{ id: number }>`select list_client_ids() as id`.execute(tx),
    )
    const entries = await readOutbox(
      db,
      rows.map((row) => row.id),
      to,
    )
    void reply.header('cache-control', 'no-store').header('vary', 'accept')
    if (prefersHtml(request.headers.accept))
      return reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(page(entries, to))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(entries))
  })

  app.get('/dev/outbox/style.css', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(STYLE),
  )
}

/** Browsers list text/html first; scripts ask for JSON or for anything. */
const prefersHtml = (accept: string | undefined): boolean => {
  const kinds = (accept ?? '').split(',').map((part) => part.split(';')[0]?.trim())
  const html = kinds.indexOf('text/html')
  const json = kinds.indexOf('application/json')
  return html !== -1 && (json === -1 || html < json)
}
