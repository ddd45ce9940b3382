import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DraftState } from '#contract/course-builder/course-builder.ts'
import { CHUNK_BYTES } from '#contract/files/uploads.ts'
import type { PackageReport } from '#contract/course-import/course-import.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { startDemoServer } from '#tests/support/server/demo.ts'
import type { TestServer } from '#tests/support/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startDemoServer()
}, 120_000)
afterAll(() => server.close())

/** An admin of the demo client, who may edit all its courses. */
const adminOf = async (clientId: number) => {
  const signedIn = await server.app.inject({
    method: 'POST',
    url: `/accounts/clients/${clientId}/user/login/`,
    payload: { email: 'admin@demo.test', password: DEMO_PASSWORD },
  })
  const token = signedIn.json<{ access_token: string }>().access_token
  /** Set by the list of courses. */
  let cookie = ''
  const ask = async <T>(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object): Promise<T> => {
    const response = await server.app.inject({
      method,
      url: `/api/clients/${clientId}/admin/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    })
    for (const { name, value } of response.cookies) cookie = `${name}=${value}`
    expect([path, response.statusCode < 300, response.statusCode < 300 ? '' : response.body]).toEqual([
      path,
      true,
      '',
    ])
    return response.json<T>()
  }
  const upload = async (bytes: Buffer): Promise<string> => {
    const { package_id: id } = await ask<{ package_id: string }>('POST', 'packages/', {
      name: 'course.zip',
      size: bytes.length,
      fingerprint: createHash('sha256').update(bytes).digest('base64url'),
    })
    for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES)
      await ask('PATCH', `packages/${id}/`, {
        offset,
        data: bytes.subarray(offset, offset + CHUNK_BYTES).toString('base64'),
      })
    return id
  }
  return {
    ask,
    statusOf: async (url: string) =>
      (await server.app.inject({ method: 'GET', url, headers: { cookie } })).statusCode,
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
    importCourse: async (bytes: Buffer, title: string) => {
      const id = await upload(bytes)
      const report = await ask<PackageReport>('POST', `packages/${id}/report/`)
      const { course_id: courseId } = await ask<{ course_id: number }>('POST', `packages/${id}/course/`, {
        title,
      })
      return { report, courseId, draft: await ask<DraftState>('GET', `courses/${courseId}/draft/`) }
    },
  }
}

describe('demo courses as files', () => {
  it('exports and imports every demo course unchanged', async () => {
    const admin = await adminOf(7)
    const courses = await admin.courses()
    expect(courses.length).toBeGreaterThan(5)
    for (const { id, title } of courses) {
      const file = await admin.fetchCourse(id)
      const { report, courseId, draft } = await admin.importCourse(file, title)
      expect(report.refused).toBeNull()
      expect(report.lines.flatMap(({ notes }) => notes)).toEqual([])
      expect(draft.document).toEqual((await admin.ask<DraftState>('GET', `courses/${id}/draft/`)).document)
      expect((await admin.fetchCourse(courseId)).equals(file)).toBe(true)
    }
  })

  it("stores a course's files with the client that imports it", async () => {
    const [from, to] = [await adminOf(7), await adminOf(8)]
    const sql = (await from.courses()).find(({ title }) => title.includes('SQL'))
    const { report, draft } = await to.importCourse(await from.fetchCourse(sql?.id ?? 0), 'SQL elsewhere')
    const documentText = JSON.stringify(draft.document)
    const rejectedEndings = report.lines
      .filter(({ notes }) => notes.length > 0)
      .map(({ path }) => path.split('.').at(-1))
    // An SVG cover is rejected in imports: it can carry script.
    expect(new Set(rejectedEndings)).toEqual(new Set(['svg']))
    expect(documentText).not.toContain('/files/7/')
    const addresses = [...documentText.matchAll(/\/files\/8\/[a-z0-9_-]+\.[a-f0-9]{20}\.[a-z0-9]+/g)].map(
      ([address]) => address,
    )
    expect(addresses.length).toBeGreaterThan(0)
    for (const url of addresses) expect([url, await to.statusOf(url)]).toEqual([url, 200])
  })
})
