import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/core/config.ts'
import { settings } from '#server/core/settings.ts'

describe('settings', () => {
  it('given nothing, when they are read, then every one has its default (RULES "Running it")', () => {
    expect(readConfig({}, '/srv/app')).toEqual({
      port: 4100,
      host: '127.0.0.1',
      packagesUrl: null,
      publicUrl: null,
      trustProxy: false,
      rateLimitFactor: 1,
      logLevel: 'info',
      appWorker: true,
      demo: true,
      dataDir: '/srv/app/.data',
      databaseUrl: null,
      databasePool: 10,
      masterKey: null,
      bucket: null,
      videoHosts: [],
      mail: null,
      sms: null,
      google: { clientId: null, jwks: 'https://www.googleapis.com/oauth2/v3/certs' },
    })
  })

  it('given an own database, when nothing says otherwise, then there is no demo', () => {
    const url = 'postgres://me@db.example/lms'

    expect(readConfig({ DATABASE_URL: url })).toMatchObject({ databaseUrl: url, demo: false })
    expect(readConfig({ DATABASE_URL: url, DEMO: 'true' }).demo).toBe(true)
  })

  it('given empty values, when they are read, then they count as not set', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: ' ', MAIL_HOST: '' })).toMatchObject({
      port: 4100,
      packagesUrl: null,
      publicUrl: null,
      mail: null,
    })
  })

  it.each([
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535, not "70000"'],
    ['PORT', '80a', 'PORT must be a whole number from 0 to 65535, not "80a"'],
    ['DEMO', 'yes', 'DEMO must be true or false, not "yes"'],
    ['PUBLIC_URL', 'https://a.example/path', 'PUBLIC_URL must be an origin without a path'],
    ['PUBLIC_URL', 'learn.example', 'PUBLIC_URL must be an address starting with http:// or https://'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must be the exact number of proxies or their addresses, not true'],
    ['RATE_LIMITS', '0', 'RATE_LIMITS must be more than 0'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent'],
    ['GOOGLE_JWKS', '{"keys":1}', 'GOOGLE_JWKS must be an address, or a JSON key set'],
    ['MAIL_HOST', 'smtp.example', 'MAIL_FROM must be set when MAIL_HOST is'],
    ['DATABASE_POOL', '1', 'DATABASE_POOL must be a whole number from 2 to 200'],
  ])('given %s=%s, when settings are read, then one line says what is wrong', (name, value, sentence) => {
    const read = () => readConfig({ [name]: value })

    expect(read).toThrow(ConfigError)
    expect(read).toThrow(sentence)
    expect(read).not.toThrow('\n')
  })

  it('given a wrong secret, when it is refused, then its value is not shown', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(/^(?!.*hunter2)/)
    expect(() => readConfig({ MASTER_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2).*MASTER_KEY must be 32 bytes/)
  })

  it('given several wrong values, when they are read, then all are named at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT .*; DEMO /)
  })

  it('given the table, when it is printed, then each name stands once with a meaning', () => {
    const names = settings.map(({ name }) => name)

    expect(new Set(names).size).toBe(names.length)
    expect(settings.every(({ meaning }) => meaning.length > 10)).toBe(true)
  })

  it('given a wrong value, when the server is started, then it ends at once with that one line', () => {
    const done = spawnSync(process.execPath, [join(process.cwd(), 'server', 'main.ts')], {
      env: { ...process.env, PORT: 'abc' },
      encoding: 'utf8',
    })

    expect(done.status).toBe(1)
    expect(done.stderr.trim()).toBe('Wrong setting: PORT must be a whole number from 0 to 65535, not "abc"')
  })

  const withPackages = (url: string) =>
    readConfig({ PUBLIC_URL: 'https://learn.example.org', PACKAGES_URL: url })

  it.each(['https://*.packages.example.org', 'https://packages.example.org'])(
    'given packages at %s beside a product with TLS, when read, then they are there',
    (url) => {
      expect(withPackages(url).packagesUrl).toBe(url)
    },
  )

  it.each([
    ['https://learn.example.org', 'another host'],
    ['https://learn.example.org:8443', 'another host'],
    ['http://*.packages.example.org', 'https://'],
    ['https://*.packages.example.org/files', 'must be an origin'],
    ['https://a.*.example.org', 'must be an origin'],
    ['packages.example.org', 'must be an origin'],
  ])(
    'given packages at %s beside a product with TLS, when read, then what is wrong is said: %s',
    (url, problem) => {
      expect(() => withPackages(url)).toThrow(problem)
    },
  )
})
