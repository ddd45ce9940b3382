/** What waits of the community: posts and votes on their way, and words that were never posted. */
import type { Thread } from '../model/posts.ts'
import { cut } from '#contract/text/truncate.ts'
import { clientId } from '#src/core/client-config/runtime-config.ts'
import type { OutboxSource, Waiting } from '#src/core/outbox/outbox.ts'
import { paths } from '#src/core/paths.ts'
import { storedUser } from '#src/core/session/session.ts'
import { draftsOf } from '#src/core/storage/drafts.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { keptWhere } from '#src/core/storage/shelf.ts'
import type { Queued } from '../model/post-queue.ts'
import { postQueue } from './live-posts.ts'

const WORDS_SHOWN = 120
const DRAFT = /^(thread|comment|reply)-/

const ownerId = () => storedUser()?.id ?? 0

const plain = (html: string): string =>
  cut(
    html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    WORDS_SHOWN,
  )

const titleOf = (entry: Queued, threads: ReadonlyMap<number, string>): string | null => {
  if (entry.kind === 'thread') return entry.title
  return entry.kind === 'comment' ? plain(entry.body) : (threads.get(entry.threadId) ?? null)
}

const isThread = (answer: unknown): answer is Thread =>
  typeof (answer as Partial<Thread> | null)?.title === 'string'

const draftWords = (text: string): string | null => {
  try {
    const { title, body } = JSON.parse(text) as { title?: string; body?: string }
    return title?.trim() || plain(body ?? '') || null
  } catch {
    return null
  }
}

/** `comment-12` is about thread 12, `thread-edit-12` too; others are begun in the list. */
const draftPath = (name: string): string => {
  const thread = /^(?:comment|thread-edit|thread)-(\d+)$/.exec(name)?.[1]
  return thread ? paths.thread(Number(thread)) : paths.community
}

const list = async (): Promise<readonly Waiting[]> => {
  const queue = postQueue()
  await queue.ready()
  const kept = await keptWhere(`${clientId()}:${ownerId()}`, /\/threads\/\d+\/\?/)
  const threads = new Map(kept.filter(isThread).map(({ id, title }) => [id, title]))
  const drafts = draftsOf(safeLocal, ownerId())
  return [
    ...queue.entries().map((entry): Waiting => ({
      id: entry.id,
      kind: entry.kind,
      title: titleOf(entry, threads),
      since: entry.since,
      path: entry.kind === 'thread' ? paths.community : paths.thread(entry.threadId),
      sends: true,
      refused: entry.refused,
    })),
    ...Object.entries(drafts.all())
      .filter(([name]) => DRAFT.test(name))
      .map(([name, text]): Waiting => ({
        id: name,
        kind: 'words',
        title: draftWords(text),
        since: drafts.writtenAt(),
        path: draftPath(name),
        sends: false,
        refused: null,
      })),
  ]
}

const listeners = new Set<() => void>()

export const forumOutbox: OutboxSource = {
  name: 'forum',
  list,
  retry: (id) => (id === undefined ? postQueue().flush() : postQueue().again(id)),
  discard: async (id) => {
    if (DRAFT.test(id)) draftsOf(safeLocal, ownerId()).remove(id)
    else await postQueue().discard(id)
    for (const listener of listeners) listener()
  },
  subscribe: (listener) => {
    listeners.add(listener)
    const leave = postQueue().subscribe(listener)
    return () => {
      listeners.delete(listener)
      leave()
    }
  },
}
