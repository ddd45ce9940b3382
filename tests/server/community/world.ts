/** A tenant with people who use the forum, and the requests they make. */
import type { Comment, Thread } from '#contract/community/community.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addClient, addPerson } from '#tests/support/server/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server.ts'

export const CLIENT = 7
export const OTHER_CLIENT = 8

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export interface Reply<T> {
  status: number
  body: T
  headers: Record<string, unknown>
}
export interface ErrorReply {
  code: string
  retry_after?: number
  fields?: Record<string, { code: string; params?: Record<string, unknown> }[]>
}
export interface ThreadsPage {
  count: number
  next: string | null
  previous: string | null
  results: Thread[]
}
export interface CommentsPage {
  count: number
  next: string | null
  previous: string | null
  results: Comment[]
}

export interface World {
  server: TestServer
  asha: number
  ben: number
  teacher: number
  stranger: number
  person: (name: string, clientId?: number) => Promise<number>
  /** A request below the forum's base path; the caller types the body. */
  call: <T = unknown>(
    user: number,
    method: Method,
    path: string,
    body?: unknown,
    extra?: Extra,
  ) => Promise<Reply<T>>
  thread: (
    user: number,
    overrides?: Partial<{ title: string; body: string; tags: number[] }>,
  ) => Promise<Thread>
  comment: (user: number, threadId: number, body?: string, parent?: number | null) => Promise<Comment>
  tag: (name: string) => Promise<number>
  rows: <T extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<T[]>
}
interface Extra {
  clientId?: number
  headers?: Record<string, string>
}

export const startWorld = async (env: Record<string, string> = {}): Promise<World> => {
  const server = await startTestServer({ features: featuresAsUser, env })
  await addClient(server.db, { id: CLIENT })
  await addClient(server.db, { id: OTHER_CLIENT })
  const person = async (name: string, clientId = CLIENT) => {
    const id = await addPerson(server.db, { clientId, name })
    // Old enough not to count as a newcomer.
    await server.db.asSuperuser(`update app_user set created_at = now() - interval '30 days' where id = $1`, [
      id,
    ])
    return id
  }
  let created = 0
  const call: World['call'] = async <T>(
    user: number,
    method: Method,
    path: string,
    body?: unknown,
    extra: Extra = {},
  ) => {
    const reply = await server.app.inject({
      method,
      url: `/community-forum/api/clients/${extra.clientId ?? CLIENT}${path}`,
      headers: { authorization: `Bearer ${user}`, ...extra.headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return {
      status: reply.statusCode,
      body: (reply.body === '' ? undefined : reply.json()) as T,
      headers: reply.headers,
    }
  }
  const requireOk = async <T>(reply: Promise<Reply<T>>): Promise<T> => {
    const { status, body } = await reply
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  return {
    server,
    asha: await person('Asha Rao'),
    ben: await person('Ben Okoro'),
    teacher: await addPerson(server.db, { clientId: CLIENT, name: 'Tara Teacher', role: 'instructor' }),
    stranger: await person('Sia Stranger', OTHER_CLIENT),
    person,
    call,
    thread: (user, overrides = {}) => {
      created += 1
      return requireOk(
        call<Thread>(user, 'POST', '/threads/', {
          title: `Question ${created}`,
          body: `<p>Body ${created}</p>`,
          tags: [],
          ...overrides,
        }),
      )
    },
    comment: (user, threadId, body, parent = null) => {
      created += 1
      return requireOk(
        call<Comment>(user, 'POST', `/threads/${threadId}/comments/`, {
          body: body ?? `<p>Answer ${created}</p>`,
          parent,
        }),
      )
    },
    tag: async (name) => (await requireOk(call<{ id: number }>(1, 'POST', '/tags/', { name }))).id,
    rows: (text, values) => server.db.asSuperuser(text, values),
  }
}
