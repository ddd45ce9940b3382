import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWebProbe, isPublicAddress, type ProbeNetwork } from '#server/core/security/web-probe.ts'

let server: Server
let port: number
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.method} ${path}`)
    const [status, location] =
      path === '/there'
        ? [200]
        : path === '/forbidden'
          ? [403]
          : path === '/get-only' && request.method === 'GET'
            ? [200]
            : path === '/moved'
              ? [301, '/missing']
              : path === '/inward'
                ? [302, 'http://inner.test/secret']
                : path === '/round'
                  ? [302, '/round']
                  : [404]
    response.writeHead(status, location === undefined ? {} : { location }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => server.close())

const inner = '10.0.0.7'
const noName = () => Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
const probe = (change: Partial<ProbeNetwork> = {}) =>
  createWebProbe({
    lookup: (name) =>
      name === 'web.test'
        ? Promise.resolve(['127.0.0.1'])
        : name === 'inner.test'
          ? Promise.resolve([inner])
          : Promise.reject(noName()),
    isOnline: () => Promise.resolve(true),
    // This machine stands for the web.
    canContact: (address) => address === '127.0.0.1',
    now: () => 0,
    ...change,
  })
const web = (path: string) => `http://web.test:${port}${path}`
const goneOf = async (urls: string[], made = probe()) => [...(await made.gone(urls, 4000))]

describe('what leads to nothing in the web', () => {
  it('given pages that are there, gone, moved and forbidden, when asked, then only what is surely gone is named', async () => {
    const all = ['/there', '/missing', '/moved', '/forbidden', '/get-only', '/round'].map(web)

    expect(await goneOf(all)).toEqual([web('/missing'), web('/moved')])
  })

  it('given a name that nobody has, when asked, then it is gone; without a way to ask names, then nobody knows', async () => {
    const lost = 'https://no-such-name.test/page'

    expect(await goneOf([lost])).toEqual([lost])
    expect(await goneOf([lost], probe({ isOnline: () => Promise.resolve(false) }))).toEqual([])
  })

  it('given a page asked a moment ago, when asked again, then its server is left in peace', async () => {
    const made = probe()
    await made.gone([web('/missing')], 4000)
    asked.length = 0

    expect(await goneOf([web('/missing')], made)).toEqual([web('/missing')])
    expect(asked).toEqual([])
  })

  it('given an address of the inner network, by name or by a redirect, when asked, then nobody calls there', async () => {
    const called: string[] = []
    const made = probe({
      canContact: (address) => {
        called.push(address)
        return address === '127.0.0.1'
      },
    })

    expect(await goneOf(['http://inner.test/secret', web('/inward')], made)).toEqual([])
    // Looked at, and refused both times.
    expect(called.filter((address) => address === inner)).toHaveLength(2)
  })

  it('control: given a wall that lets everything through, when the same name leads to a server, then it is called', async () => {
    const open = probe({ canContact: () => true, lookup: () => Promise.resolve(['127.0.0.1']) })

    expect(await goneOf([`http://inner.test:${port}/missing`], open)).toEqual([
      `http://inner.test:${port}/missing`,
    ])
  })

  it('given a mixed answer for a name, words in front of an @, other schemes, when asked, then nothing is said', async () => {
    const mixed = probe({ lookup: () => Promise.resolve(['127.0.0.1', inner]) })

    expect(await goneOf([web('/missing')], mixed)).toEqual([])
    expect(await goneOf([`http://me:pass@web.test:${port}/missing`, 'ftp://web.test/x', 'nonsense'])).toEqual(
      [],
    )
  })
})

describe('which addresses are public', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'localhost',
  ])('given %s, then it is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:4700:4700::1111'])(
    'given %s, then it is',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})
