import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createWebProbe,
  internetOf,
  isPublicAddress,
  type ProbeNetwork,
} from '#server/core/security/web-probe.ts'

let server: Server
let port: number
const requests: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(`${request.method} ${path}`)
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

const privateAddress = '10.0.0.7'
const notFoundError = () => Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
const createProbe = (changes: Partial<ProbeNetwork> = {}) =>
  createWebProbe({
    lookup: (name) =>
      name === 'web.test'
        ? Promise.resolve(['127.0.0.1'])
        : name === 'inner.test'
          ? Promise.resolve([privateAddress])
          : Promise.reject(notFoundError()),
    isOnline: () => Promise.resolve(true),
    // This machine stands for the internet.
    canContact: (address) => address === '127.0.0.1',
    now: () => 0,
    ...changes,
  })
const publicUrl = (path: string) => `http://web.test:${port}${path}`
const goneUrls = async (urls: string[], probe = createProbe()) => [...(await probe.gone(urls, 4000))]

describe('web probe', () => {
  it('reports only pages that are certainly gone', async () => {
    const urls = ['/there', '/missing', '/moved', '/forbidden', '/get-only', '/round'].map(publicUrl)

    expect(await goneUrls(urls)).toEqual([publicUrl('/missing'), publicUrl('/moved')])
  })

  it('reports unknown names as gone only while DNS works', async () => {
    const unknownUrl = 'https://no-such-name.test/page'

    expect(await goneUrls([unknownUrl])).toEqual([unknownUrl])
    expect(await goneUrls([unknownUrl], createProbe({ isOnline: () => Promise.resolve(false) }))).toEqual([])
  })

  it('caches the result for a recently checked page', async () => {
    const probe = createProbe()
    await probe.gone([publicUrl('/missing')], 4000)
    requests.length = 0

    expect(await goneUrls([publicUrl('/missing')], probe)).toEqual([publicUrl('/missing')])
    expect(requests).toEqual([])
  })

  it('contacts no private address, by name or by redirect', async () => {
    const checkedAddresses: string[] = []
    const probe = createProbe({
      canContact: (address) => {
        checkedAddresses.push(address)
        return address === '127.0.0.1'
      },
    })

    expect(await goneUrls(['http://inner.test/secret', publicUrl('/inward')], probe)).toEqual([])
    // Checked and rejected both times.
    expect(checkedAddresses.filter((address) => address === privateAddress)).toHaveLength(2)
  })

  it('control: reports the page if private addresses are allowed', async () => {
    const openProbe = createProbe({ canContact: () => true, lookup: () => Promise.resolve(['127.0.0.1']) })

    expect(await goneUrls([`http://inner.test:${port}/missing`], openProbe)).toEqual([
      `http://inner.test:${port}/missing`,
    ])
  })

  it('reports nothing for mixed DNS answers, credentials in the URL and other schemes', async () => {
    const mixedProbe = createProbe({ lookup: () => Promise.resolve(['127.0.0.1', privateAddress]) })

    expect(await goneUrls([publicUrl('/missing')], mixedProbe)).toEqual([])
    expect(
      await goneUrls([`http://me:pass@web.test:${port}/missing`, 'ftp://web.test/x', 'nonsense']),
    ).toEqual([])
  })
})

describe('isPublicAddress', () => {
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
  ])('rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:4700:4700::1111'])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('the hosts that users may lead the server to', () => {
  const PUBLIC = '93.184.215.14'
  const contacts = (hosts: readonly string[] | null, name: string, address = PUBLIC, port = 443) =>
    internetOf({ outgoingHosts: hosts }).canContact(address, port, name)

  it('are all public ones unless the operator lists some', () => {
    expect(contacts(null, 'any.example')).toBe(true)
    const hosts = ['meet.example.org', '*.example.com']
    expect(contacts(hosts, 'meet.example.org')).toBe(true)
    expect(contacts(hosts, 'hooks.example.com')).toBe(true)
    for (const name of [
      'example.org',
      'x.meet.example.org',
      'example.com',
      'evilexample.com',
      'a.example',
      PUBLIC,
    ])
      expect([name, contacts(hosts, name)]).toEqual([name, false])
  })

  it('are never private, listed or not', () => {
    for (const address of ['127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'])
      expect([address, contacts(['inner.example'], 'inner.example', address)]).toEqual([address, false])
    expect(contacts(['meet.example.org'], 'meet.example.org', PUBLIC, 5432)).toBe(false)
  })
})
