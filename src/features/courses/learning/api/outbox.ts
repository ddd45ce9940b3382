/** What waits of learning: the queue, what the server refused, and answers to problems and in films that only this device has. */
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import type { OutboxSource, Waiting, WaitingKind } from '#src/core/outbox/outbox.ts'
import { paths } from '#src/core/paths.ts'
import { storedUser } from '#src/core/session/session.ts'
import { draftsOf } from '#src/core/storage/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { keptWhere } from '#src/core/storage/shelf.ts'
import { keyOf, type Pending } from '../model/pending.ts'
import { dropRefused, progressQueue, refusedEntries } from './live-queue.ts'

interface Place {
  title: string
  path: string
}

const ownerId = () => storedUser()?.id ?? 0

/** Titles of items from the lessons that were opened here. */
const places = async (): Promise<ReadonlyMap<number, Place>> => {
  const pages = (await keptWhere(`${clientId()}:${ownerId()}`, /\/topics\/\d+\/\?/)) as readonly TopicPage[]
  return new Map(
    pages.flatMap(({ course, topic, items }) =>
      items.map((item): [number, Place] => [
        item.id,
        { title: item.title, path: `${paths.topic(course.id, topic.id)}?item=${item.id}` },
      ]),
    ),
  )
}

const KINDS: Readonly<Record<Pending['kind'], WaitingKind>> = {
  article: 'article',
  video: 'video',
  place: 'place',
  draft: 'answers',
  quiz: 'quiz',
  note: 'note',
  scorm: 'place',
}
/** Answers that only this device has, by the beginning of the draft's name; the number of the item follows. */
const DRAFTS = { 'problem:': 'problem', 'film:': 'film' } as const
const REFUSED = 'refused:'

const draftOf = (name: string) =>
  (Object.keys(DRAFTS) as (keyof typeof DRAFTS)[]).find((beginning) => name.startsWith(beginning))

const words = (entry: Pending) => (entry.kind === 'note' ? (entry.note?.body ?? null) : null)

const list = async (): Promise<readonly Waiting[]> => {
  const queue = progressQueue()
  await queue.ready()
  const known = await places()
  const shown = (entry: Pending, since: number) => ({
    kind: KINDS[entry.kind],
    title: words(entry) || (known.get(entry.itemId)?.title ?? null),
    since,
    path: known.get(entry.itemId)?.path ?? null,
  })
  const waiting = queue.waiting().map(({ entry, since }): Waiting => ({
    id: keyOf(entry),
    ...shown(entry, since),
    sends: true,
    refused: null,
  }))
  const refused = (await refusedEntries()).map(({ entry, detail, at }): Waiting => ({
    id: `${REFUSED}${at}`,
    ...shown(entry, at),
    sends: true,
    refused: detail ?? '',
  }))
  const drafts = draftsOf(safeLocal, ownerId())
  const answers = Object.keys(drafts.all()).flatMap((name): Waiting[] => {
    const beginning = draftOf(name)
    if (!beginning) return []
    const place = known.get(Number(name.slice(beginning.length)))
    return [
      {
        id: name,
        kind: DRAFTS[beginning],
        title: place?.title ?? null,
        since: drafts.writtenAt(),
        path: place?.path ?? null,
        sends: false,
        refused: null,
      },
    ]
  })
  return [...refused, ...waiting, ...answers]
}

const refusedAt = (id: string) => (id.startsWith(REFUSED) ? Number(id.slice(REFUSED.length)) : null)

const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

export const progressOutbox: OutboxSource = {
  name: 'progress',
  list,
  retry: async (id) => {
    const at = id === undefined ? null : refusedAt(id)
    if (at !== null) {
      const again = (await refusedEntries()).find((one) => one.at === at)
      if (again) await progressQueue().add(again.entry)
      await dropRefused(at)
    }
    await progressQueue().flush()
    changed()
  },
  discard: async (id) => {
    const at = refusedAt(id)
    if (at !== null) await dropRefused(at)
    else if (draftOf(id)) draftsOf(safeLocal, ownerId()).remove(id)
    else await progressQueue().discard(id)
    changed()
  },
  subscribe: (listener) => {
    listeners.add(listener)
    const leave = progressQueue().subscribe({
      changed: listener,
      accepted: listener,
      // It is written down a moment later.
      refused: () => setTimeout(listener, 100),
    })
    return () => {
      listeners.delete(listener)
      leave()
    }
  },
}
