/** Many certificates as one ZIP file, made by the job. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showSerial } from '#contract/certificates/serial.ts'
import { createDownloadsJob } from '#server/features/certificates/index.ts'
import { entryName } from '#server/features/certificates/downloads/downloads.job.ts'
import { fileStore, linkIntoStore, storedFileExists } from '#server/features/files/index.ts'
import { dropStored } from '#server/features/files/index.ts'
import { DAY_MS, startSchool, type School } from './setup.ts'

let at: School
let courseId: number
beforeAll(async () => {
  at = await startSchool()
  courseId = await at.course('Zipped')
})
afterAll(() => at.close())

interface Download {
  id: string
  state: string
  total: number
  done: number
  url: string | null
}
const start = async (body: object, by = at.admin) => {
  const answer = await at.call(by, 'POST', '/admin/certificates/downloads/', {
    idempotency_key: randomUUID(),
    ...body,
  })
  return { status: answer.status, body: answer.body as unknown as Download }
}
const get = async (id: string, by = at.admin) => {
  const answer = await at.call(by, 'GET', `/admin/certificates/downloads/${id}/`)
  return { status: answer.status, body: answer.body as unknown as Download }
}
const job = () => {
  const files = fileStore(at.server.core.config)
  return createDownloadsJob(at.server.core, {
    pictures: { logo: () => Promise.resolve(null), stored: () => Promise.resolve(null) },
    store: (clientId, file) => linkIntoStore(files, clientId, file),
    drop: (clientId, url) => dropStored(files, clientId, url),
  }).look()
}
const fetched = async (url: string) => {
  const { statusCode, rawPayload, headers } = await at.server.app.inject({ url })
  return { status: statusCode, bytes: rawPayload, type: headers['content-type'] }
}
/** Names in the central directory of a ZIP file. */
const entriesOf = (zip: Buffer): string[] => {
  const names: string[] = []
  for (let place = zip.indexOf('PK\u0001\u0002', 0, 'latin1'); place >= 0;) {
    const length = zip.readUInt16LE(place + 28)
    names.push(zip.subarray(place + 46, place + 46 + length).toString('utf8'))
    place = zip.indexOf('PK\u0001\u0002', place + 46 + length, 'latin1')
  }
  return names
}

describe('a ZIP file of certificates', () => {
  it('has the PDF of each that counts, with its progress and an address that ends', async () => {
    const [asha, ravi, gone] = [
      await at.certified(courseId, 'Asha अनन्या'),
      await at.certified(courseId, 'Ravi / Iyer'),
      await at.certified(courseId, 'Gone'),
    ]
    await at.call(at.admin, 'POST', `/admin/certificates/${gone.id}/revoke/`, { reason: 'A mistake.' })
    const asked = await start({ kind: 'course', subject_id: courseId })
    expect(asked).toMatchObject({ status: 202, body: { state: 'waiting', total: 2, done: 0, url: null } })
    await job()
    const { body } = await get(asked.body.id)
    expect(body).toMatchObject({ state: 'ready', total: 2, done: 2 })
    const file = await fetched(body.url ?? '')
    expect([file.status, file.type]).toEqual([200, 'application/zip'])
    expect(entriesOf(file.bytes).toSorted()).toEqual([
      `Asha-अनन्या-${showSerial(asha.serial)}.pdf`,
      `Ravi-Iyer-${showSerial(ravi.serial)}.pdf`,
    ])
    expect(file.bytes.includes('%PDF-1.7')).toBe(true)
    expect((await fetched(`${body.url?.slice(0, -3)}AAA`)).status).toBe(404)
    const before = at.clock.now()
    at.clock.set(new Date(before.getTime() + 5 * 60_000))
    expect((await fetched(body.url ?? '')).status).toBe(404)
    at.clock.set(before)
  })

  it('is for whoever asked, once for each call, and gone after a day', async () => {
    const idempotency_key = randomUUID()
    const first = await start({ idempotency_key, search: 'asha' })
    expect((await start({ idempotency_key, search: 'asha' })).body.id).toBe(first.body.id)
    const other = await at.person('admin')
    expect((await get(first.body.id, other)).status).toBe(404)
    await job()
    const [row] = await at.query<{ file_url: string }>(
      'select file_url from certificate_download where id = $1',
      [first.body.id],
    )
    const store = fileStore(at.server.core.config)
    expect(await storedFileExists(store, 7, row?.file_url ?? '')).toBe(true)
    const before = at.clock.now()
    at.clock.set(new Date(before.getTime() + DAY_MS))
    await job()
    expect((await get(first.body.id)).status).toBe(404)
    expect(await storedFileExists(store, 7, row?.file_url ?? '')).toBe(false)
    at.clock.set(before)
  })

  it('has those of one state where the list shows one', async () => {
    const expiring = await at.course('Expiring')
    await at.rule(expiring, { valid_months: 1 })
    const { serial } = await at.certified(expiring, 'Expired Already')
    const before = at.clock.now()
    at.clock.set(new Date(before.getTime() + 60 * DAY_MS))
    const asked = await start({ state: 'expired' })
    expect(asked.body).toMatchObject({ total: 1 })
    await job()
    const { url } = (await get(asked.body.id)).body
    expect(entriesOf((await fetched(url ?? '')).bytes)).toEqual([`Expired-Already-${showSerial(serial)}.pdf`])
    const { total: others } = (await start({ state: 'valid' })).body
    expect((await start({})).body.total).toBe(others + 1)
    // The others have no PDF any more.
    expect((await start({ state: 'revoked' })).status).toBe(422)
    at.clock.set(before)
  })

  it('is made again after a run that was interrupted, and given up after three', async () => {
    const { body } = await start({ search: 'asha' })
    const interrupt = (tries: number) =>
      at.query('update certificate_download set tries = $2 where id = $1', [body.id, tries])
    await interrupt(3)
    await job()
    expect((await get(body.id)).body).toMatchObject({ state: 'failed', url: null })
    const again = await start({ search: 'asha' })
    await at.query('update certificate_download set tries = 2, done = 1 where id = $1', [again.body.id])
    await job()
    expect((await get(again.body.id)).body).toMatchObject({ state: 'ready' })
  })

  it('is refused for nothing and for teachers', async () => {
    expect((await start({ search: 'nobody is called so' })).status).toBe(409)
    expect((await start({}, at.teacher)).status).toBe(403)
  })

  it('names files so that every system takes them', () => {
    expect(entryName('../../etc/passwd', '23456789ABCDEFGH')).toBe('etc-passwd-2345-6789-ABCD-EFGH.pdf')
    expect(entryName('عبد الرحمن', '23456789ABCDEFGH')).toBe('عبد-الرحمن-2345-6789-ABCD-EFGH.pdf')
  })
})
