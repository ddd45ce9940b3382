import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { getPublicInfo } from '#contract/client-info/client-info.ts'
import { contractProblem } from '#tests/support/server/response-check.ts'
import { startTestServer } from '#tests/support/server/server.ts'
import { seedDemo } from '#server/demo/seed.ts'

const path = getPublicInfo.path.replace('{clientId}', '7')

it.each([
  ['nothing', {}, 'no problem'],
  ['a field that the contract does not name', { secret_column: 1 }, 'drops or changes fields'],
  ['a field of another type', { name: 7 }, 'invalid_type'],
])('control: finds a response with %s', async (_what, change, problem) => {
  const server = await startTestServer()
  await seedDemo(server.core, async () => undefined)
  const body = (await server.app.inject(path)).json<object>()
  await server.close()
  const problems: (string | null)[] = []
  const app = Fastify()
  app.addHook('onSend', async (request, reply, payload) => {
    problems.push(contractProblem(request, reply, payload))
    return payload
  })
  app.get(getPublicInfo.path.replace('{clientId}', ':clientId'), () => ({ ...body, ...change }))

  await app.inject(path)

  expect(problems).toHaveLength(1)
  expect(problems[0] ?? 'no problem').toContain(problem)
})
