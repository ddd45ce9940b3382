import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/core/config.ts'
import { settings } from '#server/core/settings.ts'

describe('settings', () => {
  it('uses the default of every setting in an empty environment (rules: Running it)', () => {
    expect(readConfig({}, '/srv/app')).toEqual({
      port: 4100,
      host: '127.0.0.1',
      packagesUrl: null,
      publicUrl: null,
      securityContact: null,
      trustProxy: false,
      rateLimitFactor: 1,
      logLevel: 'info',
      outgoingHosts: null,
      passwordRangeUrl: null,
      appWorker: true,
      demo: true,
      isDemoRequested: false,
      dataDir: '/srv/app/.data',
      databaseUrl: null,
      databasePool: 10,
      masterKey: null,
      formerMasterKey: null,
      bucket: null,
      videoHosts: [],
      mail: null,
      sms: null,
      google: { clientId: null, jwks: 'https://www.googleapis.com/oauth2/v3/certs' },
    })
  })

  it('turns demo mode off for an external database unless DEMO is set', () => {
    const url = 'postgres://me@db.example/lms'

    expect(readConfig({ DATABASE_URL: url })).toMatchObject({ databaseUrl: url, demo: false })
    expect(readConfig({ DATABASE_URL: url, DEMO: 'true' }).demo).toBe(true)
  })

  it.each([
    ['true', 'always'],
    ['1', 'always'],
    ['starttls', 'starttls'],
    ['false', 'offered'],
    ['', 'offered'],
  ])('reads MAIL_SECURE=%s as TLS %s', (value, tls) => {
    const environment = { MAIL_HOST: 'mail.example', MAIL_FROM: 'a@b.example', MAIL_SECURE: value }
    expect(readConfig(environment).mail?.tls).toBe(tls)
  })

  it('treats empty values as missing', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: ' ', MAIL_HOST: '' })).toMatchObject({
      port: 4100,
      packagesUrl: null,
      publicUrl: null,
      securityContact: null,
      mail: null,
    })
  })

  it.each([
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535, not "70000"'],
    ['PORT', '80a', 'PORT must be a whole number from 0 to 65535, not "80a"'],
    ['OUTGOING_HOSTS', 'https://a.example', 'OUTGOING_HOSTS must be host names separated by commas'],
    ['MAIL_SECURE', 'tls', 'MAIL_SECURE must be true, starttls or false'],
    ['PASSWORD_RANGE_URL', 'hashes', 'PASSWORD_RANGE_URL must be an address starting with'],
    ['DEMO', 'yes', 'DEMO must be true or false, not "yes"'],
    ['PUBLIC_URL', 'https://a.example/path', 'PUBLIC_URL must be an origin without a path'],
    ['PUBLIC_URL', 'learn.example', 'PUBLIC_URL must be an address starting with http:// or https://'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must be the exact number of proxies or their addresses, not true'],
    ['RATE_LIMITS', '0', 'RATE_LIMITS must be more than 0'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent'],
    ['GOOGLE_JWKS', '{"keys":1}', 'GOOGLE_JWKS must be an address, or a JSON key set'],
    ['MAIL_HOST', 'smtp.example', 'MAIL_FROM must be set when MAIL_HOST is'],
    ['DATABASE_POOL', '1', 'DATABASE_POOL must be a whole number from 2 to 200'],
  ])('reports %s=%s in one line', (name, value, message) => {
    const read = () => readConfig({ [name]: value })

    expect(read).toThrow(ConfigError)
    expect(read).toThrow(message)
    expect(read).not.toThrow('\n')
  })

  it('hides the value of a wrong secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(/^(?!.*hunter2)/)
    expect(() => readConfig({ MASTER_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2).*MASTER_KEY must be 32 bytes/)
  })

  it('reports all wrong values at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT .*; DEMO /)
  })

  it('has a unique name and a meaning for every setting', () => {
    const names = settings.map(({ name }) => name)

    expect(new Set(names).size).toBe(names.length)
    expect(settings.every(({ meaning }) => meaning.length > 10)).toBe(true)
  })

  it('stops the server at once with one line', () => {
    const result = spawnSync(process.execPath, [join(process.cwd(), 'server', 'main.ts')], {
      env: { ...process.env, PORT: 'abc' },
      encoding: 'utf8',
    })

    expect(result.status).toBe(1)
    expect(result.stderr.trim()).toBe('Wrong setting: PORT must be a whole number from 0 to 65535, not "abc"')
  })

  const withPackages = (url: string) =>
    readConfig({ PUBLIC_URL: 'https://learn.example.org', PACKAGES_URL: url })

  it.each(['https://*.packages.example.org', 'https://packages.example.org'])(
    'accepts packages at %s for a product with TLS',
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
  ])('rejects packages at %s for a product with TLS: %s', (url, problem) => {
    expect(() => withPackages(url)).toThrow(problem)
  })
})
