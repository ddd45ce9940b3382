/** A campaign for 10,000 people of a group: the preview of its audience, and fixing its recipients. Nothing is mailed. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Campaign } from '#contract/emails/campaigns.ts'

const PEOPLE = 10_000
const TARGET_MS = 10_000

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** The group of the first bench learners; answers its id. */
export const addCampaignGroup = async (client: pg.Client, clientId: number): Promise<number> => {
  const { rows } = await client.query<{ id: number }>(
    `insert into student_group (client_id, name, name_key, created_at)
     values ($1, 'Bench group', 'bench group', now()) returning id`,
    [clientId],
  )
  const id = rows[0]?.id ?? 0
  await client.query(
    `insert into student_group_member (client_id, group_id, user_id, added_at)
     select $1, $2, id, now() from app_user
     where client_id = $1 and email like 'bench%' and role = 'student' order by id limit ${PEOPLE}`,
    [clientId, id],
  )
  return id
}

export const measureCampaign = async (api: string, token: string, group: number): Promise<void> => {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${api}/admin/email-campaigns/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const { id, version } = await call<Campaign>('POST', '', { idempotency_key: randomUUID(), name: 'Bench' })
  const saved = await call<Campaign>('PUT', `${id}/`, {
    version,
    name: 'Bench',
    purpose: 'course',
    content: {
      subject: { en: 'Hello {{name}}' },
      preview_text: {},
      blocks: [{ id: randomUUID(), kind: 'text', text: { en: 'Hello {{name|friend}}' }, url: '' }],
    },
    audience: {
      kind: 'people',
      people: { role: 'student', course: null, group, state: null },
      addresses: [],
    },
  })
  const lookedAt = performance.now()
  const { gets } = await call<{ gets: number }>('GET', `${id}/audience/`)
  const sentAt = performance.now()
  const { counts } = await call<Campaign>('POST', `${id}/send/`, {
    version: saved.version,
    scheduled_at: null,
  })
  const tookMs = performance.now() - sentAt
  await call('POST', `${id}/moves/`, { move: 'cancel' })
  const fixed = counts.waiting + counts.sending + counts.sent
  console.log(
    `campaign for ${gets.toLocaleString('en')} people`.padEnd(46) +
      `preview ${seconds(sentAt - lookedAt)}   recipients fixed in ${seconds(tookMs)} ` +
      `(< ${seconds(TARGET_MS)}: ${verdict(tookMs < TARGET_MS && fixed >= Math.min(gets, PEOPLE))})`,
  )
}
