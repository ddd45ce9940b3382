/** A client with a course, an assessment of its own and learners, for the tests of certificates. */
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { aNewCourse } from '#tests/support/content/courses.ts'
import { addClient, addPerson, switchFeatures } from '#tests/support/server/people.ts'
import { startTestServer } from '#tests/support/server/server.ts'
import type { CertificateRule } from '#contract/certificates/portal.ts'
import { featureSlugs } from '#contract/client-info/feature-slugs.ts'
import { addCourse } from '#server/features/courses/index.ts'
import { certificatesJob } from '#server/features/certificates/index.ts'
import { notifier } from '#server/features/notifications/index.ts'

export const CLIENT = 7
export const NOW = new Date('2026-01-15T10:00:00Z')
export const DAY_MS = 86_400_000

export const noRule: CertificateRule = {
  is_active: true,
  completion: true,
  min_score: null,
  score_assessment_id: null,
  min_minutes: null,
  min_attendance: null,
  payment: false,
  valid_months: null,
  template_id: null,
}

export const startSchool = async () => {
  const clock = createTestClock(NOW)
  const server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT, timeZone: 'Asia/Kolkata' })
  await switchFeatures(server.db, CLIENT, featureSlugs)
  let people = 0
  const person = (role: 'student' | 'instructor' | 'admin' = 'student', name = `Person ${(people += 1)}`) =>
    addPerson(server.db, { clientId: CLIENT, name, role })
  const admin = await person('admin', 'Admin')
  const teacher = await person('instructor', 'Teacher')
  const course = (title = 'Data basics', price: 'free' | 'premium' = 'free') =>
    server.core.db.withTenant(CLIENT, (db) =>
      addCourse(
        db,
        CLIENT,
        aNewCourse({
          title,
          price,
          instructors: [{ userId: teacher, bio: '' }],
          sections: [
            {
              title: 'Only',
              topics: [
                { title: 'One', items: [{ type: 'article', title: 'A', minutes: 1, html: '<p>a</p>' }] },
              ],
            },
          ],
        }),
      ),
    )
  const query = <T extends object>(text: string, values: unknown[] = []) =>
    server.db.asSuperuser<T>(text, values)
  const enrol = (userId: number, courseId: number, completedAt: Date | null = null) =>
    query(
      `insert into enrolment (client_id, user_id, course_id, enrolled_at, completed_at) values ($1, $2, $3, $4, $5)
       on conflict (client_id, user_id, course_id) do update set completed_at = excluded.completed_at`,
      [CLIENT, userId, courseId, new Date('2025-12-01T00:00:00Z'), completedAt],
    )
  const complete = (userId: number, courseId: number) => enrol(userId, courseId, clock.now())
  const call = async (userId: number, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const response = await server.app.inject({
      method,
      url: `/api/clients/${CLIENT}${path}`,
      headers: { authorization: `Bearer ${userId}` },
      ...(body ? { payload: body } : {}),
    })
    return { status: response.statusCode, body: response.json<Record<string, never>>() }
  }
  const own = async (userId: number) =>
    (await call(userId, 'GET', '/student/certificates/')).body as unknown as OwnView
  const confirm = (userId: number, name: string) =>
    call(userId, 'PUT', '/student/certificates/name/', { name })
  /** A learner with a confirmed name and a certificate of a course. */
  const certified = async (courseId: number, name = 'Asha Rao') => {
    const userId = await person()
    await complete(userId, courseId)
    await confirm(userId, name)
    const { earned } = await own(userId)
    const serial = earned[0]?.serial
    const id = earned[0]?.id
    if (!serial || !id) throw new Error('no certificate')
    return { userId, serial, id }
  }
  const rule = (courseId: number, more: Partial<CertificateRule>, version = 0) =>
    call(admin, 'PUT', `/admin/certificates/rules/course/${courseId}/`, {
      version,
      rule: { ...noRule, ...more },
    })
  const verify = async (serial: string, headers: Record<string, string> = {}) => {
    const response = await server.app.inject({
      url: `/verify/${serial}`,
      headers: { cookie: 'i18next=en', ...headers },
    })
    return { status: response.statusCode, html: response.body, headers: response.headers }
  }
  const job = certificatesJob(server.core, notifier(server.core))
  return {
    server,
    clock,
    admin,
    teacher,
    person,
    course,
    enrol,
    complete,
    call,
    own,
    confirm,
    certified,
    rule,
    verify,
    query,
    runJob: () => job.look(),
    close: () => server.close(),
  }
}
export type School = Awaited<ReturnType<typeof startSchool>>

interface OwnView {
  name: { value: string; is_confirmed: boolean; correct_until: string | null; is_locked: boolean }
  earned: {
    id: number
    serial: string
    state: string
    recipient_name: string
    title: string
    issued_on: string
    expires_on: string | null
  }[]
  in_progress: {
    kind: string
    subject_id: number
    state: string
    criteria: { kind: string; met: boolean; value: number | null; target: number | null }[]
  }[]
}
