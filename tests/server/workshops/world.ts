import { randomUUID } from 'node:crypto'
import type { WorkshopDraft } from '#contract/workshops/manage.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock, type TestClock } from '#tests/support/clock.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7
const NOW = '2026-06-01T08:00:00Z'

export const draft = (changes: Partial<WorkshopDraft> = {}): WorkshopDraft => ({
  title: 'Kites by hand',
  description: 'Bring paper.',
  cover: null,
  course_id: null,
  starts_local: '2026-06-20T10:00',
  time_zone: 'Asia/Kolkata',
  minutes: 90,
  place: 'Hall 2',
  link: '',
  capacity: 2,
  fields: [],
  double_opt_in: false,
  ...changes,
})

export interface Mail {
  recipient: string
  subject: string
  body_text: string
  calendar: string | null
}

export interface WorkshopWorld {
  server: TestServer
  clock: TestClock
  admin: number
  teacher: number
  colleague: number
  student: number
  /** A call of a person, or of nobody (null). */
  call: (
    userId: number | null,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
  ) => Promise<{ status: number; body: never }>
  /** Creates a workshop and opens its registration. */
  open: (changes?: Partial<WorkshopDraft>, by?: number) => Promise<{ id: number; code: string }>
  /** Registers a stranger as a person would: after reading the form. */
  register: (code: string, email: string, form?: object) => Promise<{ status: number; body: never }>
  mailsTo: (email: string) => Promise<Mail[]>
  /** The token in the link of the last mail to an address that has one. */
  tokenOf: (email: string) => Promise<string>
  statuses: (workshopId: number) => Promise<Record<string, string>>
}

export const startWorkshopWorld = async (): Promise<WorkshopWorld> => {
  const clock = createTestClock(NOW)
  // Without a public address: mails have links all the same.
  const server = await startTestServer({ clock, features: featuresAsUser })
  await addClient(server.db, { id: CLIENT, timeZone: 'Asia/Kolkata' })
  await addClient(server.db, { id: 8 })
  const person = (name: string, role: 'student' | 'instructor' | 'admin') =>
    addPerson(server.db, { clientId: CLIENT, name, role })
  const people = {
    admin: await person('Admin', 'admin'),
    teacher: await person('Teacher', 'instructor'),
    colleague: await person('Colleague', 'instructor'),
    student: await person('Student', 'student'),
  }
  await server.db.asSuperuser('update app_user set email_verified_at = $1, email_key = lower(email)', [NOW])
  const call: WorkshopWorld['call'] = async (userId, method, path, payload) => {
    const answer = await server.app.inject({
      method,
      url: `/api/clients/${CLIENT}${path}`,
      ...(payload && { payload }),
      headers: userId === null ? {} : { authorization: `Bearer ${userId}` },
    })
    return { status: answer.statusCode, body: answer.json() as never }
  }
  const mailsTo: WorkshopWorld['mailsTo'] = (email) =>
    server.db.asSuperuser<Mail>(
      'select recipient, subject, body_text, calendar from outbox_message where recipient = $1 order by id',
      [email],
    )
  return {
    server,
    clock,
    ...people,
    call,
    open: async (changes = {}, by = people.teacher) => {
      const created = await call(by, 'POST', '/admin/workshops/', {
        ...draft(changes),
        idempotency_key: randomUUID(),
      })
      const { id, code } = (created.body as { workshop: { id: number; code: string } }).workshop
      await call(by, 'POST', `/admin/workshops/${id}/state/`, { state: 'open' })
      return { id, code }
    },
    register: async (code, email, form = {}) => {
      const page = await call(null, 'GET', `/workshops/${code}/`)
      const { form_token: token } = page.body as { form_token: string }
      clock.advance(5_000)
      return call(null, 'POST', `/workshops/${code}/registrations/`, {
        name: 'Ann',
        email,
        answers: {},
        form_token: token,
        ...form,
      })
    },
    mailsTo,
    tokenOf: async (email) => {
      const mails = await mailsTo(email)
      const tokens = mails.flatMap(({ body_text: text }) => /#r=(\S+)/.exec(text)?.[1] ?? [])
      const token = tokens.at(-1)
      if (token === undefined) throw new Error(`no link in the mails to ${email}`)
      return token
    },
    statuses: async (workshopId) => {
      const rows = await server.db.asSuperuser<{ email: string; status: string }>(
        'select email, status from workshop_registration where workshop_id = $1 order by id',
        [workshopId],
      )
      return Object.fromEntries(rows.map(({ email, status }) => [email.split('@')[0] ?? '', status]))
    },
  }
}
