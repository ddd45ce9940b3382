import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHUNK_BYTES, type DraftState } from '#contract/course-builder/course-builder.ts'
import type { PackageReport } from '#contract/course-import/course-import.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await seedDemo(server.core)
}, 120_000)
afterAll(() => server.close())

/** An admin of the demo, who may edit every course of the client. */
const adminOf = async (clientId: number) => {
  const signedIn = await server.app.inject({
    method: 'POST',
    url: `/accounts/clients/${clientId}/user/login/`,
    payload: { email: 'admin@demo.test', password: DEMO_PASSWORD },
  })
  const token = signedIn.json<{ access_token: string }>().access_token
  const ask = async <T>(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object): Promise<T> => {
    const answer = await server.app.inject({
      method,
      url: `/api/clients/${clientId}/admin/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    })
    expect([path, answer.statusCode < 300, answer.statusCode < 300 ? '' : answer.body]).toEqual([
      path,
      true,
      '',
    ])
    return answer.json<T>()
  }
  const upload = async (bytes: Buffer): Promise<string> => {
    const { package_id: id } = await ask<{ package_id: string }>('POST', 'packages/', {
      name: 'course.zip',
      size: bytes.length,
      fingerprint: createHash('sha256').update(bytes).digest('base64url'),
    })
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
      await ask('PATCH', `packages/${id}/`, {
        offset: at,
        data: bytes.subarray(at, at + CHUNK_BYTES).toString('base64'),
      })
    return id
  }
  return {
    ask,
    courses: async () =>
      (await ask<{ results: { id: number; title: string }[] }>('GET', 'courses/?page_size=100')).results,
    fetchCourse: async (courseId: number): Promise<Buffer> => {
      const { url, missing } = await ask<{ url: string; missing: string[] }>(
        'POST',
        `courses/${courseId}/export/`,
      )
      expect(missing).toEqual([])
      return (await server.app.inject({ method: 'GET', url })).rawPayload
    },
    bring: async (bytes: Buffer, title: string) => {
      const id = await upload(bytes)
      const report = await ask<PackageReport>('POST', `packages/${id}/report/`)
      const { course_id: courseId } = await ask<{ course_id: number }>('POST', `packages/${id}/course/`, {
        title,
      })
      return { report, courseId, draft: await ask<DraftState>('GET', `courses/${courseId}/draft/`) }
    },
  }
}

describe('the courses of the demo as files', () => {
  it('given every course with its videos, problems and languages, when taken along and brought back, then it is the same', async () => {
    const admin = await adminOf(7)
    const courses = await admin.courses()
    expect(courses.length).toBeGreaterThan(5)
    for (const { id, title } of courses) {
      const file = await admin.fetchCourse(id)
      const { report, courseId, draft } = await admin.bring(file, title)
      expect(report.refused).toBeNull()
      expect(report.lines.flatMap(({ notes }) => notes)).toEqual([])
      expect(draft.document).toEqual((await admin.ask<DraftState>('GET', `courses/${id}/draft/`)).document)
      expect((await admin.fetchCourse(courseId)).equals(file)).toBe(true)
    }
  })

  it('given a course with videos, when brought to another client, then its files are stored there and lead somewhere', async () => {
    const [from, to] = [await adminOf(7), await adminOf(8)]
    const sql = (await from.courses()).find(({ title }) => title.includes('SQL'))
    const { report, draft } = await to.bring(await from.fetchCourse(sql?.id ?? 0), 'SQL elsewhere')
    const words = JSON.stringify(draft.document)
    const refused = report.lines
      .filter(({ notes }) => notes.length > 0)
      .map(({ path }) => path.split('.').at(-1))
    // A drawn cover is no picture that may come from a file: it can carry script.
    expect(new Set(refused)).toEqual(new Set(['svg']))
    expect(words).not.toContain('/files/7/')
    const addresses = [...words.matchAll(/\/files\/8\/[a-z0-9_-]+\.[a-f0-9]{20}\.[a-z0-9]+/g)].map(
      ([address]) => address,
    )
    expect(addresses.length).toBeGreaterThan(0)
    for (const url of addresses)
      expect([url, (await server.app.inject({ method: 'GET', url })).statusCode]).toEqual([url, 200])
  })
})
