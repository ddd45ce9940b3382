/** A server with admins, a course and the job of imports, and the calls of a file. */
import { randomUUID } from 'node:crypto'
import type { ImportField, ImportRow, StudentImport } from '#contract/students/imports.ts'
import type { Language } from '#contract/languages.ts'
import { createUsers, foldDigits, roomForPeople } from '#server/features/auth/index.ts'
import { addCourse, courseMembership } from '#server/features/courses/index.ts'
import { notifier } from '#server/features/notifications/index.ts'
import { peopleWithRows } from '#server/features/own-data/index.ts'
import { createImportsJob } from '#server/features/students/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7
export const OTHER = 8
const NOW = new Date('2026-11-20T10:00:00Z')

export type FileAnswer = {
  import: StudentImport | null
  issue: { code: string; detail: number | null } | null
}

const encode = (text: string | Buffer) => Buffer.from(text as string).toString('base64')

export const importJob = ({ core }: Pick<TestServer, 'core'>) =>
  createImportsJob({
    core,
    ...courseMembership(core, notifier(core)),
    createUsers,
    roomForPeople,
    foldDigits,
    peopleWithRows,
  })

const callsOf = (server: TestServer, clientId: number) => {
  const call = async <T>(by: number, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const answer = await server.app.inject({
      method,
      url: `/api/clients/${clientId}/admin/student-imports/${path}`,
      headers: { authorization: `Bearer ${by}` },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as T }
  }
  const upload = async (by: number, text: string | Buffer, key: string = randomUUID()) =>
    (
      await call<FileAnswer>(by, 'POST', '', {
        idempotency_key: key,
        file_name: 'people.csv',
        data: encode(text),
      })
    ).body
  const get = async (by: number, id: string) => (await call<StudentImport>(by, 'GET', `${id}/`)).body
  return {
    call,
    upload,
    get,
    check: (by: number, id: string, mapping: (ImportField | null)[], language: Language = 'en') =>
      call<StudentImport>(by, 'POST', `${id}/check/`, { mapping, language }),
    rows: async (by: number, id: string, query = '') =>
      (await call<{ results: ImportRow[]; count: number }>(by, 'GET', `${id}/rows/?page_size=100&${query}`))
        .body.results,
  }
}

export const createImportWorld = async () => {
  const clock = createTestClock(NOW)
  const server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT })
  await addClient(server.db, { id: OTHER })
  const admin = await addPerson(server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
  const colleague = await addPerson(server.db, { clientId: CLIENT, name: 'Cara Admin', role: 'admin' })
  const teacher = await addPerson(server.db, { clientId: CLIENT, name: 'Tara Teacher', role: 'instructor' })
  const foreigner = await addPerson(server.db, { clientId: OTHER, name: 'Fay Admin', role: 'admin' })
  const course = (title: string, price: 'free' | 'premium' = 'free', clientId = CLIENT) =>
    server.core.db.withTenant(clientId, async (db) => {
      const instructors = [{ userId: clientId === CLIENT ? teacher : foreigner, bio: '' }]
      const id = await addCourse(db, clientId, aNewCourse({ title, price, instructors, sections: [] }))
      await server.core.changes.announce(db, { kind: 'courses', clientId })
      return id
    })
  const job = importJob(server)
  const ours = callsOf(server, CLIENT)
  /** Uploads, maps by the guess, and waits for the dry run. */
  const checked = async (text: string | Buffer, by = admin) => {
    const { import: file } = await ours.upload(by, text)
    if (!file) throw new Error('the file was not read')
    await ours.check(by, file.id, file.mapping)
    await job.look()
    return ours.get(by, file.id)
  }
  const run = async (id: string, by = admin, sends = false) => {
    await ours.call(by, 'POST', `${id}/run/`, { sends_invitations: sends })
    await job.look()
    return ours.get(by, id)
  }
  const undo = async (id: string, by = admin) => {
    await ours.call(by, 'POST', `${id}/undo/`)
    await job.look()
    return ours.get(by, id)
  }
  const people = (clientId = CLIENT) =>
    server.db.asSuperuser<{ email: string; name: string; phone: string | null; language: string }>(
      `select email, full_name as name, phone_number as phone, language from app_user
       where client_id = $1 and email like '%@new.test' order by email`,
      [clientId],
    )
  return {
    ...{ server, clock, job, admin, colleague, teacher, foreigner, course, checked, run, undo, people },
    ...{ ours, theirs: callsOf(server, OTHER), close: () => server.close() },
  }
}
export type ImportWorld = Awaited<ReturnType<typeof createImportWorld>>
