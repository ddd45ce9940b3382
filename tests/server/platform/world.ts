/** Three clients, and a superadmin and an admin of the first. */
import type { ClientLimits, CreatedClient, PlatformClient } from '#contract/platform/clients.ts'
import { mailsThisMonth } from '#server/features/emails/index.ts'
import { createUsageJob } from '#server/features/platform/index.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServerOptions } from '#tests/support/server/server.ts'

export const OWN = 7
export const OTHER = 8
export const NO_LIMITS: ClientLimits = { people: null, storage_bytes: null, mails: null }

const aNewClient = {
  name: 'Kite School',
  slug: 'kite-school',
  host: 'learn.kite.test',
  languages: ['hi', 'en'],
  time_zone: 'Asia/Kolkata',
  currency: 'INR',
  features: ['course', 'admin_course_builder'],
  admin: { name: 'Asha Rao', email: 'asha@kite.test', language: 'hi' },
  limits: { people: 50, storage_bytes: 1_000_000, mails: 100 },
}

interface Page {
  count: number
  results: PlatformClient[]
}

export const createPlatformWorld = async (options: TestServerOptions = {}) => {
  const clock = createTestClock('2026-11-20T10:00:00Z')
  const server = await startTestServer({ clock, features: featuresAsUser, ...options })
  for (const id of [OWN, OTHER]) await addClient(server.db, { id })
  const superadmin = await addPerson(server.db, { clientId: OWN, name: 'Sue Super', role: 'superadmin' })
  const admin = await addPerson(server.db, { clientId: OWN, name: 'Ada Admin', role: 'admin' })
  const otherAdmin = await addPerson(server.db, { clientId: OTHER, name: 'Otto Other', role: 'admin' })
  const call = async <T>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    by = superadmin,
    clientId = OWN,
  ) => {
    const answer = await server.app.inject({
      method,
      url: `/api/clients/${clientId}/platform/${path}`,
      headers: { authorization: `Bearer ${by}` },
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.json<T>() }
  }
  const events = (clientId: number) =>
    server.db.asSuperuser<{ action: string; object: string; actor_id: number | null; detail: object }>(
      'select action, object, actor_id, detail from audit_event where client_id = $1 order by id',
      [clientId],
    )
  return {
    ...{ server, clock, superadmin, admin, otherAdmin, call, events },
    list: async (query = '') => (await call<Page>('GET', `clients/${query}`)).body,
    create: (changes: object = {}) =>
      call<CreatedClient & { fields?: Record<string, { code: string }[]> }>('POST', 'clients/', {
        ...aNewClient,
        ...changes,
      }),
    limit: (clientId: number, limits: Partial<ClientLimits>) =>
      call<PlatformClient>('PUT', `clients/${clientId}/limits/`, { ...NO_LIMITS, ...limits }),
    usageJob: createUsageJob({ core: server.core, mailsThisMonth }),
    close: () => server.close(),
  }
}
export type PlatformWorld = Awaited<ReturnType<typeof createPlatformWorld>>
