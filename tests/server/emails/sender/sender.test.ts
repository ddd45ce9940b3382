/** The client's own sender address: proved by DNS, then used and signed; codes arrive even if the relay refuses it. */
import { createHash, createPublicKey, createVerify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnSender, senderStates } from '#contract/emails/sender.ts'
import type { StoredMessage } from '#server/core/mail/delivery.ts'
import { smtpDelivery } from '#server/core/mail/smtp.ts'
import { ownAddresses } from '#server/features/emails/index.ts'
import { startSmtpServer } from '../../core/mail/smtp-server.ts'
import { CLIENT, createEmailsWorld, OTHER, type EmailsWorld } from '../world.ts'

let world: EmailsWorld
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
const zone = new Map<string, string[][]>()
let isDnsDown = false
const dns = async (name: string) => {
  if (isDnsDown) throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' })
  const found = zone.get(name)
  if (!found) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return found
}
beforeAll(async () => {
  smtp = await startSmtpServer()
  world = await createEmailsWorld({ dns })
})
afterAll(async () => {
  await world.close()
  await smtp.close()
})
beforeEach(async () => {
  await world.server.db.asSuperuser('delete from mail_sender')
  zone.clear()
  isDnsDown = false
  smtp.received.length = 0
  smtp.state.answer = '250 ok'
})

const PATH = 'settings/mail-sender/'
type Sender = { own: OwnSender | null }
type Checked = Sender & { found: (typeof senderStates)[number] }
const set = (address: string) => world.callAdmin<Sender>(world.admin, 'PUT', PATH, { address })
const get = async () => (await world.callAdmin<Sender>(world.admin, 'GET', PATH)).body.own
const check = async () => (await world.callAdmin<Checked>(world.admin, 'POST', `${PATH}check/`)).body
const publish = ({ record }: OwnSender) => {
  // As providers store long values: in pieces of 255 characters.
  zone.set(record.name, [['v=spf1 -all'], [record.value.slice(0, 255), record.value.slice(255)]])
}
const own = async (): Promise<OwnSender> => {
  const found = await get()
  if (!found) throw new Error('no sender')
  return found
}

describe('an own sender address', () => {
  it('counts once its record is there, and no longer when it is gone', async () => {
    const made = await set('Hello@School.Example')
    expect(made.body.own).toMatchObject({ address: 'Hello@school.example', verified_at: null })
    expect(made.body.own?.record.value).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{390,}$/)
    expect(made.body.own?.record.name).toMatch(/^lp-[0-9a-f]{8}\._domainkey\.school\.example$/)
    expect((await check()).found).toBe('missing')
    expect((await own()).verified_at).toBeNull()
    publish(await own())
    expect((await check()).found).toBe('verified')
    expect((await own()).verified_at).not.toBeNull()
    isDnsDown = true
    expect((await check()).found).toBe('no_answer')
    expect((await own()).verified_at).not.toBeNull()
    isDnsDown = false
    zone.clear()
    expect((await check()).found).toBe('missing')
    expect((await own()).verified_at).toBeNull()
  })

  it('is not proved by the key of another client', async () => {
    await set('hello@school.example')
    const { record } = await own()
    const foreign = await world.callAdmin<Sender>(
      world.foreigner,
      'PUT',
      PATH,
      { address: 'x@school.example' },
      OTHER,
    )
    zone.set(record.name, [[foreign.body.own?.record.value ?? '']])
    expect((await check()).found).toBe('different')
    expect((await own()).verified_at).toBeNull()
  })

  it('keeps its key with another name before the @, and gets a new one for another domain', async () => {
    await set('hello@school.example')
    publish(await own())
    await check()
    const { record } = await own()
    await set('office@school.example')
    expect(await own()).toMatchObject({ address: 'office@school.example', record })
    expect((await own()).verified_at).not.toBeNull()
    await set('office@other.example')
    expect((await own()).record.value).not.toBe(record.value)
    expect((await own()).verified_at).toBeNull()
    expect((await world.callAdmin(world.admin, 'DELETE', PATH)).status).toBe(204)
    expect(await get()).toBeNull()
  })

  it('writes a domain in its own script as DNS knows it, and refuses what is no domain', async () => {
    await set('hello@münchen.example')
    expect((await own()).domain).toBe('xn--mnchen-3ya.example')
    for (const bad of ['hello@localhost', 'hällo@school.example', 'hello@10.0.0.1', 'hello@-x.example'])
      expect((await set(bad)).status).toBe(422)
  })

  it('never shows or logs its private key', async () => {
    await set('hello@school.example')
    const [row] = await world.server.db.asSuperuser<{ private_enc: Buffer }>(
      'select private_enc from mail_sender',
    )
    expect(row?.private_enc.toString('latin1')).not.toContain('PRIVATE KEY')
    expect(world.server.logs()).not.toContain('PRIVATE KEY')
  })
})

const headersOf = (data: string): Map<string, string> => {
  const head = data.split('\r\n\r\n')[0] ?? ''
  return new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
      }),
  )
}
const relaxed = (value: string) => value.replaceAll(/[ \t]+/g, ' ').trim()

/** What a receiver does (RFC 6376): the body's hash, then the signature over the named headers. */
const isSigned = (data: string, publicKey: string): boolean => {
  const headers = headersOf(data)
  const signature = headers.get('dkim-signature') ?? ''
  const tag = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(/\s+/g, '') ?? ''
  const body = data.slice(data.indexOf('\r\n\r\n') + 4)
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
  const canonical = `${lines.join('\r\n').replace(/(?:\r\n)*$/, '')}\r\n`
  if (createHash('sha256').update(canonical, 'latin1').digest('base64') !== tag('bh')) return false
  const signed = tag('h')
    .split(':')
    .map((name) => `${name.toLowerCase()}:${relaxed(headers.get(name.toLowerCase()) ?? '')}\r\n`)
    .join('')
  const unsigned = relaxed(signature.replace(/(b=)[^;]*$/, '$1'))
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return createVerify('RSA-SHA256')
    .update(`${signed}dkim-signature:${unsigned}`, 'latin1')
    .verify(key, tag('b'), 'base64')
}

describe('a mail', () => {
  const message = (more: Partial<StoredMessage> = {}): StoredMessage => ({
    clientId: CLIENT,
    id: 1,
    channel: 'email',
    recipient: 'asha@people.test',
    language: 'en',
    subject: 'Hello',
    text: 'A text  with two spaces',
    html: '<p>A text</p>',
    unsubscribeUrl: 'https://learn.example.org/unsubscribe/x/',
    senderName: 'School',
    ...more,
  })
  const warnings: string[] = []
  const deliver = () =>
    smtpDelivery(
      {
        host: '127.0.0.1',
        port: smtp.port,
        tls: 'offered',
        user: null,
        password: null,
        from: 'mail@host.test',
      },
      { warn: (_fields, text) => void warnings.push(text) },
    )
  const publicKeyOf = ({ record }: OwnSender) => record.value.split('p=')[1] ?? ''
  const verified = async () => {
    await set('hello@school.example')
    publish(await own())
    await check()
    return own()
  }

  it('comes from the verified address and carries a signature that receivers accept', async () => {
    const ownAddressOf = ownAddresses(world.server.core)
    expect(await ownAddressOf(CLIENT)).toBeNull()
    const sender = await verified()
    await deliver()(message({ own: await ownAddressOf(CLIENT) }))
    const [mail] = smtp.received
    const headers = headersOf(mail?.data ?? '')
    expect(headers.get('from')).toContain('<hello@school.example>')
    // Bounces go where they can be taken.
    expect(mail?.from).toBe('mail@host.test')
    expect(headers.get('dkim-signature')).toContain('d=school.example')
    expect(headers.get('dkim-signature')?.toLowerCase()).toContain('list-unsubscribe:list-unsubscribe-post')
    expect(isSigned(mail?.data ?? '', publicKeyOf(sender))).toBe(true)
    // Controls: another text, another sender, another key.
    expect(isSigned(mail?.data.replace('two spaces', 'two faces') ?? '', publicKeyOf(sender))).toBe(false)
    expect(isSigned(mail?.data.replace('hello@school', 'evil@school') ?? '', publicKeyOf(sender))).toBe(false)
    await set('hello@other.example')
    expect(isSigned(mail?.data ?? '', publicKeyOf(await own()))).toBe(false)
    expect(await ownAddressOf(CLIENT)).toBeNull()
  })

  it('goes out from the installation’s address if the mail server refuses the own one', async () => {
    await verified()
    const own7 = await ownAddresses(world.server.core)(CLIENT)
    smtp.state.answers = ['550 5.7.1 From address not allowed']
    await deliver()(message({ own: own7 }))
    const headers = headersOf(smtp.received[0]?.data ?? '')
    expect(headers.get('from')).toContain('<mail@host.test>')
    expect(headers.has('dkim-signature')).toBe(false)
    expect(warnings).toHaveLength(1)
    // Control: a mail that is refused either way is refused.
    smtp.state.answer = '550 5.7.1 no'
    await expect(deliver()(message({ own: own7 }))).rejects.toThrow('no')
    expect(smtp.received).toHaveLength(1)
  })
})
