import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBuffer, type Entry } from 'yauzl'
import { entryName } from '#server/features/job-applications/resumes/zip.routes.ts'
import { startJobsWorld, type JobsWorld } from './world.ts'

let world: JobsWorld
beforeAll(async () => {
  world = await startJobsWorld()
})
afterAll(() => world.server.close())

const namesIn = (zip: Buffer): Promise<string[]> =>
  new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: false }, (error, file) => {
      if (error) return reject(error)
      const names: string[] = []
      file.on('entry', (entry: Entry) => names.push(entry.fileName))
      file.on('end', () => resolve(names))
      return undefined
    })
  })
const address = async (jobId: number, userId = world.people.admin) =>
  (await world.call(userId, 'POST', `/admin/jobs/${jobId}/resumes/`)).json<{
    url: string
    name: string
    files: number
  }>()

describe('résumés as one file', () => {
  it('holds every résumé under a name of its own, without withdrawn ones', async () => {
    const jobId = await world.job()
    const [one, two, gone] = [
      await world.person('Same One'),
      await world.person('Same Two'),
      await world.person('Gone'),
    ]
    const first = (await world.apply(one, jobId)).id
    const second = (await world.apply(two, jobId)).id
    const third = (await world.apply(gone, jobId)).id
    await world.call(gone, 'POST', `/job-applications/${third}/withdrawal/`)
    await world.rows("update job_application set name = 'Same Name' where job_id = $1", [jobId])
    const { url, name, files } = await address(jobId)
    expect([name, files]).toEqual(['Data-analyst.zip', 2])
    const answer = await world.server.app.inject({ url })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(await namesIn(answer.rawPayload)).toEqual([`Same-Name-${first}.pdf`, `Same-Name-${second}.pdf`])
  })

  it('opens for five minutes, for one job and by its signature alone', async () => {
    const { url } = await address(await world.job())
    const other = url.replace(/job-resumes\/\d+/, `job-resumes/${await world.job()}`)
    expect((await world.server.app.inject({ url: other })).statusCode).toBe(404)
    expect((await world.server.app.inject({ url })).statusCode).toBe(200)
    world.clock.advance(6 * 60_000)
    expect((await world.server.app.inject({ url })).statusCode).toBe(404)
  })

  it('is not given to people who do not handle the job', async () => {
    const jobId = await world.job()
    const answer = await world.call(world.people.recruiter, 'POST', `/admin/jobs/${jobId}/resumes/`)
    expect(answer.statusCode).toBe(404)
  })

  it('names no folder and no control character, whatever people call themselves', () => {
    const hostile = ['../../etc/passwd', 'C:\\x\u202e', '\u0000', 'अनन्या त्रिपाठी', 'a'.repeat(300)]
    const names = hostile.map((name) => entryName({ id: 7, name }))
    for (const name of names) expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]{1,90}\.pdf$/u)
    expect(names[3]).toBe('अनन्या-त्रिपाठी-7.pdf')
  })
})
