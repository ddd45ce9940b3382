/** The machine's best: Fastify with one route per body, without validation, with no database or a single statement. */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'

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
// With FLOOR_DATABASE and FLOOR_QUERY: `/asked/NAME` sends a body after one prepared statement.
const { FLOOR_DATABASE: database, FLOOR_QUERY: text } = process.env
const pool = database && text ? new pg.Pool({ ...(JSON.parse(database) as pg.PoolConfig), max: 10 }) : null
app.get<{ Params: { name: string } }>('/asked/:name', async (request, reply) => {
  const found = await pool?.query({ name: 'asked', text: text ?? '' })
  return found?.rowCount === 1
    ? reply.type('text/html; charset=utf-8').send(bodies[request.params.name])
    : reply.code(404).send()
})
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.on('SIGTERM', () => void app.close().then(() => pool?.end()))
