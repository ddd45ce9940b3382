/** The API document as a page: rendered here, no script, searched by the server, readable on a phone, dark and light. */
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#server/core/text/escape-html.ts'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  additionalProperties?: Schema | boolean
  $ref?: string
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { description: string; content?: { 'application/json': { schema: Schema } } }>
}
interface Entry extends Operation {
  method: string
  path: string
}

const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const QUERY_MAX = 80
const NESTING_MAX = 5

/** `GET /api/docs/?q=words`. */
export const registerDocsPage = (app: FastifyInstance, document: () => unknown): void => {
  let entries: Entry[] | null = null
  app.get('/api/docs/', (request, reply) => {
    entries ??= entriesOf(document() as { paths: Record<string, Record<string, Operation>> })
    const { q } = request.query as { q?: unknown }
    const words = typeof q === 'string' ? q.slice(0, QUERY_MAX).trim() : ''
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': POLICY })
      .type('text/html; charset=utf-8')
      .send(page(search(entries, words), words, entries.length))
  })
  app.get('/api/docs/style.css', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(STYLE),
  )
}

const entriesOf = (document: { paths: Record<string, Record<string, Operation>> }): Entry[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )

const search = (entries: readonly Entry[], words: string): Entry[] => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    const text = JSON.stringify(entry).toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

const page = (entries: Entry[], words: string, total: number): string => {
  const tags = [...new Set(entries.flatMap((entry) => entry.tags))]
  const found = words ? `${entries.length} of ${total} endpoints` : `${total} endpoints`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>API</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><header><h1>API</h1>
<form method="get" action="/api/docs/" role="search"><label for="q">Search</label>
<input id="q" name="q" type="search" maxlength="${QUERY_MAX}" value="${escapeHtml(words)}"><button>Search</button></form>
<p role="status">${found}${words ? ' · <a href="/api/docs/">Show all</a>' : ''} · <a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
${tags.length > 1 ? `<nav aria-label="Groups">${tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(' ')}</nav>` : ''}</header>
<main>${entries.length === 0 ? '<p>Nothing matches these words.</p>' : tags.map((tag) => group(tag, entries, words !== '')).join('\n')}</main>
</body></html>`
}

const group = (tag: string, entries: Entry[], open: boolean): string =>
  `<section aria-labelledby="${escapeHtml(tag)}"><h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>
${entries
  .filter((entry) => entry.tags.includes(tag))
  .map((entry) => operation(entry, open && entries.length <= 3))
  .join('\n')}</section>`

const operation = (entry: Entry, open: boolean): string => {
  const body = entry.requestBody?.content['application/json'].schema
  const answers = Object.entries(entry.responses).toSorted(([a], [b]) => Number(a) - Number(b))
  return `<details id="${escapeHtml(entry.operationId)}"${open ? ' open' : ''}>
<summary><span class="method ${entry.method.toLowerCase()}">${entry.method}</span> <code>${breakable(entry.path)}</code> <span class="summary">${escapeHtml(entry.summary)}</span></summary>
<p>${escapeHtml(entry.description)}</p>
${entry.parameters.length > 0 ? `<h3>Parameters</h3><dl>${entry.parameters.map((one) => row(`${one.name} <small>${one.in}</small>`, one.required, one.schema)).join('')}</dl>` : ''}
${body ? `<h3>Body</h3>${shape(body, 0)}` : ''}
<h3>Answers</h3><dl>${answers
    .map(
      ([status, answer]) =>
        `<dt>${escapeHtml(status)}</dt><dd>${escapeHtml(answer.description)}${Number(status) < 300 && answer.content ? shape(answer.content['application/json'].schema, 0) : ''}</dd>`,
    )
    .join('')}</dl></details>`
}

const breakable = (path: string) => escapeHtml(path).replaceAll('/', '/<wbr>')

const row = (nameHtml: string, required: boolean, schema: Schema, depth = 0): string =>
  `<dt>${nameHtml}${required ? '' : ' <small>optional</small>'}</dt><dd>${typeText(schema)}${nested(schema, depth)}</dd>`

const shape = (schema: Schema, depth: number): string =>
  schema.properties
    ? `<dl>${Object.entries(schema.properties)
        .map(([name, property]) =>
          row(`<code>${escapeHtml(name)}</code>`, schema.required?.includes(name) ?? false, property, depth),
        )
        .join('')}</dl>`
    : `<p>${typeText(schema)}</p>${nested(schema, depth)}`

const nested = (schema: Schema, depth: number): string => {
  if (depth >= NESTING_MAX) return ''
  const inner = schema.items ?? schema.anyOf?.find((one) => one.properties ?? one.items)
  if (schema.properties) return shape(schema, depth + 1)
  if (inner?.properties) return shape(inner, depth + 1)
  return inner ? nested(inner, depth + 1) : ''
}

const typeText = (schema: Schema): string => {
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ')
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.enum)
    return schema.enum.map((one) => `<code>${escapeHtml(JSON.stringify(one))}</code>`).join(' ')
  const type = [schema.type ?? 'any'].flat().join(' or ')
  const limits = [
    schema.format,
    bounds(schema.minimum, schema.maximum, ''),
    bounds(schema.minLength, schema.maxLength, ' characters'),
  ].filter(Boolean)
  const of = schema.items ? ` of ${typeText(schema.items)}` : ''
  return `${escapeHtml(type)}${of}${limits.length > 0 ? ` <small>${escapeHtml(limits.join(', '))}</small>` : ''}`
}

const bounds = (min: number | undefined, max: number | undefined, unit: string): string => {
  const low = min === undefined || min <= -Number.MAX_SAFE_INTEGER ? undefined : min
  const high = max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max
  if (low === undefined && high === undefined) return ''
  if (high === undefined) return `from ${low}${unit}`
  return low === undefined ? `up to ${high}${unit}` : `${low} to ${high}${unit}`
}

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d5d9e0,#3a404b);--soft:light-dark(#f4f6f9,#1b1f26);--ink:light-dark(#1a1f29,#e8ebf0);--quiet:light-dark(#545d6d,#a9b2c0);--link:light-dark(#1d4fb8,#8db4ff)}
*{box-sizing:border-box}body{margin:0;background:light-dark(#fff,#12151a);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header,main{max-inline-size:60rem;margin-inline:auto;padding:1rem}h1{margin:0 0 .5rem}h2{margin:1.5rem 0 .5rem;scroll-margin-top:1rem}h3{margin:.75rem 0 .25rem;font-size:1rem}
a{color:var(--link)}nav a{display:inline-flex;align-items:center;min-block-size:2.75rem;padding-inline:.5rem}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}input{flex:1 1 12rem;min-inline-size:0}input,button{min-block-size:2.75rem;padding:.25rem .75rem;font:inherit;color:inherit;background:var(--soft);border:1px solid var(--quiet);border-radius:.5rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
details{border:1px solid var(--line);border-radius:.5rem;margin-block:.5rem;padding-inline:.75rem;overflow-wrap:anywhere}details[open]{padding-block-end:.75rem}
summary{min-block-size:2.75rem;padding-block:.5rem;cursor:pointer}.summary{color:var(--quiet)}.method{display:inline-block;min-inline-size:4.5rem;font-weight:700;font-family:ui-monospace,monospace}
code{font-family:ui-monospace,monospace;font-size:.95em}small{color:var(--quiet)}dl{margin:0;border-inline-start:2px solid var(--line);padding-inline-start:.75rem}dt{font-weight:600}dd{margin:0 0 .35rem}`
