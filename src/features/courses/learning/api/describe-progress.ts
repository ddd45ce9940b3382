/** Lines of the outbox for learning: progress that waits or was refused, and answers that only this device has. */
import type { TopicPage } from '#contract/courses/topic-page.ts'
import type { OutboxLine } from '#src/core/offline/outbox.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import type { QueueLine } from '#src/core/offline/queue/queue-types.ts'
import { findResponses } from '#src/core/offline/response-cache.ts'
import { unsentDrafts } from '#src/core/offline/unsent-drafts.ts'
import { paths } from '#src/core/paths.ts'
import type { Pending } from '../model/pending.ts'

declare module '#src/core/offline/outbox.ts' {
  interface OutboxKinds {
    article: true
    video: true
    place: true
    answers: true
    quiz: true
    note: true
    problem: true
    film: true
  }
}

interface Item {
  title: string
  path: string
}

/** Titles of items from the lessons that were opened here. */
const cachedItems = async (): Promise<ReadonlyMap<number, Item>> => {
  const owner = currentOwner()
  if (owner === null) return new Map()
  const pages = (await findResponses(owner, /\/topics\/\d+\/\?/)) as readonly TopicPage[]
  return new Map(
    pages.flatMap(({ course, topic, items }) =>
      items.map((item): [number, Item] => [
        item.id,
        { title: item.title, path: `${paths.topic(course.id, topic.id)}?item=${item.id}` },
      ]),
    ),
  )
}

const KINDS: Readonly<Record<Pending['kind'], OutboxLine['kind']>> = {
  article: 'article',
  video: 'video',
  place: 'place',
  draft: 'answers',
  quiz: 'quiz',
  note: 'note',
  scorm: 'place',
}

const noteText = (entry: Pending) => (entry.kind === 'note' ? (entry.note?.body ?? null) : null)

export const describeProgress = async (
  lines: readonly QueueLine<Pending>[],
): Promise<readonly OutboxLine[]> => {
  const items = await cachedItems()
  return lines.map(({ id, entry, since, refused }) => ({
    id,
    kind: KINDS[entry.kind],
    title: noteText(entry) || (items.get(entry.itemId)?.title ?? null),
    since,
    path: items.get(entry.itemId)?.path ?? null,
    isDraft: false,
    refused,
  }))
}

/** Answers that only this device has, by the beginning of the draft's name; the number of the item follows. */
const DRAFTS = { 'problem:': 'problem', 'film:': 'film' } as const
type Prefix = keyof typeof DRAFTS
const prefixes = Object.keys(DRAFTS) as Prefix[]

export const answerDrafts = unsentDrafts('answers', async (draft) => {
  const prefix = prefixes.find((beginning) => draft.startsWith(beginning))
  if (!prefix) return null
  const item = (await cachedItems()).get(Number(draft.slice(prefix.length)))
  return { kind: DRAFTS[prefix], title: item?.title ?? null, path: item?.path ?? null }
})
