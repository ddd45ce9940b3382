/** What the machine can do at best: Fastify with one route a body, no validation, no database. */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const bodies = JSON.parse(readFileSync(process.env['FLOOR_BODIES'] as string, 'utf8')) as Record<
  string,
  unknown
>
const app = Fastify({ logger: false })
app.get('/ready', () => ({ ready: true }))
app.get('/empty', (_request, reply) =>
  reply
    .type('text/html')
    .send(
      '<!doctype html><title>Empty</title><link rel="icon" href="data:,"><input autocomplete="username">',
    ),
)
for (const [name, body] of Object.entries(bodies)) {
  app.get(`/${name}`, () => body)
  app.post(`/${name}`, () => body)
}
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.on('SIGTERM', () => void app.close())
