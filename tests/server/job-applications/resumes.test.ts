import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RESUME_MAX_BYTES } from '#contract/job-applications/resume.ts'
import { pdfOf, resumeObjects, resumePdf } from '#server/demo/content/resume-pdf.ts'
import { aResume, asBase64, startJobsWorld, type JobsWorld } from './world.ts'

let world: JobsWorld
beforeAll(async () => {
  world = await startJobsWorld()
})
afterAll(() => world.server.close())

const put = (userId: number, bytes: Buffer, name = 'cv.pdf') =>
  world.call(userId, 'PUT', '/user/resume/', { name, data: asBase64(bytes) })
const issueOf = async (answer: ReturnType<typeof put>) => {
  const { statusCode, body } = await answer
  const { fields } = JSON.parse(body) as { fields?: { file?: { code: string }[] } }
  return `${statusCode} ${fields?.file?.[0]?.code ?? ''}`
}
const ownResume = async (userId: number) =>
  (await world.call(userId, 'GET', '/user/resume/')).json<{ resume: { name: string; url: string } | null }>()
    .resume
const objects = resumeObjects('A', [])
/** A whole PDF of exactly so many bytes. */
const ofSize = (bytes: number) => {
  const padded = (spaces: number) =>
    pdfOf([...objects, `<< /Length 0 >>\nstream\n${' '.repeat(spaces)}\nendstream`])
  // The offset at the end of the file has as many digits as in the result.
  return padded(bytes - (padded(bytes - 2000).length - (bytes - 2000)))
}
const cookieOf = (answer: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))

describe('résumé', () => {
  it.each([
    ['a text file', Buffer.from('Dear employer, please find attached'), '422 not_a_pdf'],
    ['a file with a password', pdfOf(objects, '/Encrypt 9 0 R '), '422 encrypted_file'],
    ['a file with a script', pdfOf([...objects, '<< /S /JavaScript /JS (1) >>']), '422 active_file'],
    ['a file of 6 MB', ofSize(6 * 1024 * 1024), '422 too_large'],
    ['one byte too many', ofSize(RESUME_MAX_BYTES + 1), '422 too_large'],
  ])('refuses %s with an error of its own and keeps the former one', async (_name, bytes, expected) => {
    await world.call(world.people.asha, 'PUT', '/user/resume/', aResume)
    expect(await issueOf(put(world.people.asha, bytes))).toBe(expected)
    expect((await ownResume(world.people.asha))?.name).toBe('Asha Rao.pdf')
  })

  it('takes a file of exactly 5 MB', async () => {
    const bytes = ofSize(RESUME_MAX_BYTES)
    expect(bytes.length).toBe(RESUME_MAX_BYTES)
    expect((await put(world.people.omar, bytes)).statusCode).toBe(200)
  })

  it('names the file as what it is', async () => {
    await put(world.people.omar, resumePdf('Omar', []), '../my cv.exe')
    expect((await ownResume(world.people.omar))?.name).toBe('../my cv.exe.pdf')
  })

  it('opens for its owner alone, and never by its plain name', async () => {
    const { asha, admin } = world.people
    await world.call(asha, 'PUT', '/user/resume/', aResume)
    const own = await world.call(asha, 'GET', '/user/resume/')
    const { url } = own.json<{ resume: { url: string } }>().resume
    const get = (address: string, cookies: Record<string, string>) =>
      world.server.app.inject({ method: 'GET', url: address, cookies })
    const file = await get(url, cookieOf(own))
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.headers['x-content-type-options']).toBe('nosniff')
    const adminsCookie = cookieOf(await world.call(admin, 'GET', '/user/resume/'))
    expect(Object.keys(adminsCookie)).toHaveLength(1)
    expect((await get(url, adminsCookie)).statusCode).toBe(404)
    const plain = `/files/7/${url.split('/').at(-1)}`
    expect((await get(plain, adminsCookie)).statusCode).toBe(404)
    expect((await get(plain, cookieOf(own))).statusCode).toBe(404)
  })

  it('removes the former file from the store, unless an application was sent with it', async () => {
    const { omar } = world.people
    const urlOf = async () =>
      (await world.rows<{ url: string }>('select url from job_resume where user_id = $1', [omar]))[0]!.url
    const isStored = async (url: string) => {
      const answer = await world.call(omar, 'GET', '/user/resume/')
      const signed = answer.json<{ resume: { url: string } | null }>().resume?.url ?? ''
      return signed.endsWith(url.split('/').at(-1)!)
        ? (await world.server.app.inject({ method: 'GET', url: signed, cookies: cookieOf(answer) }))
            .statusCode === 200
        : false
    }
    await put(omar, resumePdf('Omar', ['first']))
    const first = await urlOf()
    const jobId = await world.job()
    const { id } = await world
      .call(omar, 'POST', `/jobs/${jobId}/application/`, {
        phone: '123456',
        answers: [],
        shared: [],
      })
      .then((answer) => answer.json<{ id: number }>())
    await put(omar, resumePdf('Omar', ['second']))
    const second = await urlOf()
    expect(second).not.toBe(first)
    expect(await isStored(second)).toBe(true)
    const sent = await world.call(omar, 'GET', `/job-applications/${id}/`)
    const sentUrl = sent.json<{ sent: { resume: { url: string } } }>().sent.resume.url
    expect(sentUrl).toContain(first.split('/').at(-1))
    const get = (url: string) => world.server.app.inject({ method: 'GET', url, cookies: cookieOf(sent) })
    expect((await get(sentUrl)).statusCode).toBe(200)
    // Signed while it was there, so only the missing file can be the reason.
    const before = (await ownResume(omar))!.url
    expect((await get(before)).statusCode).toBe(200)
    await world.call(omar, 'DELETE', '/user/resume/')
    expect(await ownResume(omar)).toBeNull()
    expect((await get(before)).statusCode).toBe(404)
    expect((await get(sentUrl)).statusCode).toBe(200)
  })

  it('stays closed to a recruiter from whom the job was taken, whatever address they were given', async () => {
    const { asha, admin, recruiter } = world.people
    const jobId = await world.job()
    const { id } = await world.apply(asha, jobId)
    const assign = (users: number[]) =>
      world.call(admin, 'PUT', `/admin/jobs/${jobId}/recruiters/`, { user_ids: users })
    await assign([recruiter])
    const seen = await world.call(recruiter, 'GET', `/admin/job-applications/${id}/`)
    const { url } = seen.json<{ resume: { url: string } }>().resume
    const status = async () =>
      (await world.server.app.inject({ method: 'GET', url, cookies: cookieOf(seen) })).statusCode
    expect(await status()).toBe(200)
    await assign([])
    expect(await status()).toBe(404)
    await assign([recruiter])
    expect(await status()).toBe(200)
  })

  it('is shown in a frame of the app to those who handle the job, and to nobody else', async () => {
    const { asha, admin, recruiter, colleague } = world.people
    const jobId = await world.job()
    const { id } = await world.apply(asha, jobId)
    await world.call(admin, 'PUT', `/admin/jobs/${jobId}/recruiters/`, { user_ids: [recruiter] })
    const seen = await world.call(admin, 'GET', `/admin/job-applications/${id}/`)
    const url = seen.json<{ resume: { preview_url: string } }>().resume.preview_url
    const statusFor = async (userId: number | null) => {
      const cookies = userId === null ? {} : cookieOf(await world.call(userId, 'GET', '/user/resume/'))
      return (await world.server.app.inject({ method: 'GET', url, cookies })).statusCode
    }
    const statuses = []
    for (const person of [admin, recruiter, colleague, asha, null]) statuses.push(await statusFor(person))
    expect(statuses).toEqual([200, 200, 404, 404, 404])
    const shown = await world.server.app.inject({ method: 'GET', url, cookies: cookieOf(seen) })
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(shown.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'/)
  })
})
