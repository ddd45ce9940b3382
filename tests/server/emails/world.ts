/** A server with admins, people and the job that sends campaigns through a mail server of the test. */
import { randomUUID } from 'node:crypto'
import type { Audience, Campaign } from '#contract/emails/campaigns.ts'
import type { MailContent } from '#contract/emails/content.ts'
import type { Core } from '#server/core/core.ts'
import type { Deliver, StoredMessage } from '#server/core/mail/delivery.ts'
import { createCampaignsJob } from '#server/features/emails/index.ts'
import { peopleMatching } from '#server/features/students/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7
export const OTHER = 8

export const EVERYBODY: Audience = {
  kind: 'people',
  people: { role: 'student', course: null, group: null, state: null },
  addresses: [],
}
export const listOf = (addresses: string[]): Audience => ({ ...EVERYBODY, kind: 'list', addresses })

const block = (kind: MailContent['blocks'][number]['kind'], text: Record<string, string>, url = '') => ({
  id: randomUUID(),
  kind,
  text,
  url,
})
export const CONTENT: MailContent = {
  subject: { en: 'Hello {{first_name|friend}}', hi: 'नमस्ते {{first_name|मित्र}}' },
  preview_text: {},
  blocks: [
    block('heading', { en: 'A new course', hi: 'नया कोर्स' }),
    block('text', { en: 'Dear {{name|friend}}, **look** at it.', hi: 'इसे **देखें**।' }),
    block('button', { en: 'Open', hi: 'खोलें' }, 'https://learn.example.org/courses'),
  ],
}

export const createEmailsWorld = async (outside: Parameters<typeof featuresAsUser>[2] = {}) => {
  const clock = createTestClock('2026-11-20T10:00:00Z')
  const server = await startTestServer({
    clock,
    features: (core) => featuresAsUser(core, undefined, outside),
  })
  await addClient(server.db, { id: CLIENT })
  await addClient(server.db, { id: OTHER })
  const admin = await addPerson(server.db, { clientId: CLIENT, name: 'Ada Admin', role: 'admin' })
  const teacher = await addPerson(server.db, { clientId: CLIENT, name: 'Tara Teacher', role: 'instructor' })
  const foreigner = await addPerson(server.db, { clientId: OTHER, name: 'Fay Admin', role: 'admin' })
  const features = featuresAsUser(server.core)

  const sent: StoredMessage[] = []
  const job = (
    deliver: Deliver | null = (message) => {
      sent.push(message)
      return Promise.resolve()
    },
    core: Core = server.core,
  ) => createCampaignsJob({ core, peopleMatching, findTenant: features.clients.findTenant, deliver })

  /** Any call of the client's administration. */
  const callAdmin = async <T>(
    by: number,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    clientId = CLIENT,
  ) => {
    const answer = await server.app.inject({
      method,
      url: `/api/clients/${clientId}/admin/${path}`,
      headers: { authorization: `Bearer ${by}` },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as T }
  }
  const call = <T = Campaign>(
    by: number,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    clientId = CLIENT,
  ) => callAdmin<T>(by, method, `email-campaigns/${path}`, payload, clientId)
  const draft = async (change: Partial<Pick<Campaign, 'content' | 'audience' | 'purpose'>> = {}) => {
    const { body } = await call(admin, 'POST', '', { idempotency_key: randomUUID(), name: 'News' })
    const saved = await call(admin, 'PUT', `${body.id}/`, {
      version: body.version,
      name: 'News',
      purpose: 'course',
      content: CONTENT,
      audience: EVERYBODY,
      ...change,
    })
    return saved.body
  }
  const send = (campaign: Pick<Campaign, 'id' | 'version'>, scheduledAt: string | null = null) =>
    call(admin, 'POST', `${campaign.id}/send/`, { version: campaign.version, scheduled_at: scheduledAt })
  const get = async (id: string) => (await call(admin, 'GET', `${id}/`)).body
  const student = (name: string) => addPerson(server.db, { clientId: CLIENT, name })
  return {
    ...{ server, clock, admin, teacher, foreigner, sent, job, call, callAdmin, draft, send, get, student },
    close: () => server.close(),
  }
}
export type EmailsWorld = Awaited<ReturnType<typeof createEmailsWorld>>
