import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBreachCheck } from '#server/features/auth/passwords/breached.ts'
import { createAuthWorld, PASSWORD, quickHasher, type AuthWorld } from './world.ts'

const LEAKED = 'a donkey in the orchard 41'
const PADDED = 'a padded line of the answer 9'
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

const asked: string[] = []
let isDown = false
let service: Server
let world: AuthWorld
beforeAll(async () => {
  service = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    response.statusCode = isDown ? 500 : 200
    const lines = [
      [LEAKED, 3],
      [PADDED, 0],
    ] as const
    response.end(
      lines
        .filter(([password]) => path.endsWith(`/${hashOf(password).slice(0, 5)}`))
        .map(
          ([password, count]) =>
            `0018A45C4D1DEF81644B54AB7F969B88D65:7\r\n${hashOf(password).slice(5)}:${count}`,
        )
        .join('\r\n'),
    )
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  world = await createAuthWorld({
    hasher: quickHasher(),
    env: { PASSWORD_RANGE_URL: `http://127.0.0.1:${port}/range/` },
  })
})
afterAll(async () => {
  await world.close()
  await new Promise((resolve) => service.close(resolve))
})

const change = async (password: string) => {
  const { email } = await world.person({ role: 'student' })
  const { access_token: token } = await world.signIn(email)
  const reply = await world.post('change-password', { current_password: PASSWORD, password }, { token })
  return [
    reply.statusCode,
    reply.json<{ fields?: { password: { code: string }[] } }>().fields?.password[0]?.code,
  ]
}

it('refuses a password from a data leak, of which the service learns five digits', async () => {
  expect(await change(LEAKED)).toEqual([422, 'common_password'])
  expect(asked).toContain(`/range/${hashOf(LEAKED).slice(0, 5)}`)
  expect(asked.filter((path) => path.length > '/range/12345'.length)).toEqual([])
})

it('takes other passwords, also one that only hides how many lines there are', async () => {
  expect(await change(PADDED)).toEqual([200, undefined])
  expect(await change('nobody has ever typed this 52')).toEqual([200, undefined])
})

it('takes every good password while the service is down', async () => {
  isDown = true
  expect(await change(LEAKED)).toEqual([200, undefined])
  isDown = false
})

it('asks nobody unless the operator names a service', async () => {
  const before = asked.length
  const { core } = world.server
  const isBreached = createBreachCheck({ ...core, config: { ...core.config, passwordRangeUrl: null } })
  expect(await isBreached(LEAKED)).toBe(false)
  expect(asked).toHaveLength(before)
})
