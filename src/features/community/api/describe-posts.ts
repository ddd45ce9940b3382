/** Lines of the outbox for the community: posts and votes on their way, and drafts that were never posted. */
import { cut } from '#contract/text/truncate.ts'
import type { OutboxLine } from '#src/core/offline/outbox.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import type { QueueLine } from '#src/core/offline/queue/queue-types.ts'
import { findResponses } from '#src/core/offline/response-cache.ts'
import { unsentDrafts } from '#src/core/offline/unsent-drafts.ts'
import { paths } from '#src/core/paths.ts'
import type { Thread } from '../model/posts.ts'
import type { Post } from '../model/queued-posts.ts'

declare module '#src/core/offline/outbox.ts' {
  interface OutboxKinds {
    thread: true
    comment: true
    vote: true
    bookmark: true
    follow: true
    words: true
  }
}

const TITLE_LENGTH = 120

const plainText = (html: string): string =>
  cut(
    html
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    TITLE_LENGTH,
  )

const isThread = (answer: unknown): answer is Thread =>
  typeof (answer as Partial<Thread> | null)?.title === 'string'

/** Titles of the threads that were opened here. */
const cachedTitles = async (): Promise<ReadonlyMap<number, string>> => {
  const owner = currentOwner()
  const answers = owner === null ? [] : await findResponses(owner, /\/threads\/\d+\/\?/)
  return new Map(answers.filter(isThread).map(({ id, title }) => [id, title]))
}

const titleOf = (post: Post, threads: ReadonlyMap<number, string>): string | null => {
  if (post.kind === 'thread') return post.title
  return post.kind === 'comment' ? plainText(post.body) : (threads.get(post.threadId) ?? null)
}

export const describePosts = async (lines: readonly QueueLine<Post>[]): Promise<readonly OutboxLine[]> => {
  const threads = await cachedTitles()
  return lines.map(({ id, entry, since, refused }) => ({
    id,
    kind: entry.kind,
    title: titleOf(entry, threads),
    since,
    path: entry.kind === 'thread' ? paths.community : paths.thread(entry.threadId),
    isDraft: false,
    refused,
  }))
}

const draftTitle = (text: string): string | null => {
  try {
    const { title, body } = JSON.parse(text) as { title?: string; body?: string }
    return title?.trim() || plainText(body ?? '') || null
  } catch {
    return null
  }
}

/** `comment-12` is about thread 12, `thread-edit-12` too; others are begun in the list. */
const draftPath = (name: string): string => {
  const thread = /^(?:comment|thread-edit|thread)-(\d+)$/.exec(name)?.[1]
  return thread ? paths.thread(Number(thread)) : paths.community
}

export const forumDrafts = unsentDrafts('forum-drafts', (draft, text) =>
  /^(thread|comment|reply)-/.test(draft)
    ? { kind: 'words', title: draftTitle(text), path: draftPath(draft) }
    : null,
)
