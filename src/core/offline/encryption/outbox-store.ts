/** Rows of all queues, as they are encrypted at sign-out and put back for their owner. */
import { isSameJson } from '#src/shared/lib/same-json.ts'
import { inStore } from '../db.ts'
import { outboxParts } from '../outbox.ts'
import { rowsOf } from '../outbox-rows.ts'
import type { OutboxRow } from '../schema.ts'
import { DRAFTS } from './drafts-store.ts'
import type { PieceContent, PlainItem, PlainStore } from './encrypt-outbox.ts'

const rowsIn = async (owner: string, place: string, content: PieceContent): Promise<readonly OutboxRow[]> => {
  const { key, value, layout } = content
  if (layout !== undefined) return [{ owner, queue: place, id: key, value }]
  const { rowsOfOldPiece } = await import('../migration/old-layout.ts')
  return rowsOfOldPiece(owner, place, key, value)
}

const putBackRow = (row: OutboxRow, waits: boolean): Promise<boolean> =>
  inStore('outbox', 'readwrite', async (store) => {
    const present = await store.get([row.owner, row.queue, row.id])
    if (present === undefined) await store.put(row)
    // What is there is younger and stays.
    return !waits || present === undefined || isSameJson(present.value, row.value)
  })

export const outboxStore: PlainStore = {
  holds: (place) => place !== DRAFTS,
  of: (person) =>
    inStore('outbox', 'readonly', async (store): Promise<PlainItem[]> => {
      const rows = await store.getAll(rowsOf(person))
      return rows.map(({ queue, id, value }) => ({ place: queue, key: id, value }))
    }),
  remove: (person, { place, key, value }) =>
    inStore('outbox', 'readwrite', async (store) => {
      const present = await store.get([person, place, key])
      if (isSameJson(present?.value, value)) await store.delete([person, place, key])
    }),
  putBack: async (person, place, content) => {
    const parts = await outboxParts().catch(() => [])
    let isBack = true
    for (const row of await rowsIn(person, place, content)) {
      const waits = parts.find(({ name }) => name === row.queue)?.ifPresent === 'wait'
      isBack = (await putBackRow(row, waits)) && isBack
    }
    return isBack
  },
}

/** Rows that may not stay readable for the next person, where no key ever came to encrypt them with. */
export const deleteUnencryptedRows = async (current: string | null): Promise<void> => {
  const parts = await outboxParts()
  const queues = parts.flatMap(({ name, withoutKey }) => (withoutKey === 'delete' ? [name] : []))
  await inStore('outbox', 'readwrite', async (store) => {
    const others = (await store.getAllKeys()).filter(
      ([owner, queue]) => owner !== current && queues.includes(queue),
    )
    await Promise.all(others.map((key) => store.delete(key)))
  })
}
