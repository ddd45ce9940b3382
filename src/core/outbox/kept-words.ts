/** Words that somebody has not saved or sent yet, as lines of what waits: nothing sends them but their writer. */
import { draftsOf } from '../storage/drafts.ts'
import { safeLocal } from '../storage/safe-storage.ts'
import { storedUser } from '../session/session.ts'
import { cut } from '#contract/text/truncate.ts'
import type { OutboxSource, Waiting } from './outbox.ts'

const WORDS_SHOWN = 120

type Line = Pick<Waiting, 'kind' | 'title' | 'path'>

const ownDrafts = () => draftsOf(safeLocal, storedUser()?.id ?? 0)

/** `lineOf` tells of a draft by its name and what is kept under it; null for one that is none of this source's. */
export const keptWords = (
  name: string,
  lineOf: (draft: string, kept: string) => Line | null,
): OutboxSource => {
  const listeners = new Set<() => void>()
  return {
    name,
    list: () => {
      const drafts = ownDrafts()
      const since = drafts.writtenAt()
      return Promise.resolve(
        Object.entries(drafts.all()).flatMap(([draft, kept]): Waiting[] => {
          const line = lineOf(draft, kept)
          if (!line) return []
          const title = cut(line.title?.trim() ?? '', WORDS_SHOWN) || null
          return [{ ...line, title, id: draft, since, sends: false, refused: null }]
        }),
      )
    },
    retry: () => Promise.resolve(),
    discard: (id) => {
      ownDrafts().remove(id)
      for (const listener of listeners) listener()
      return Promise.resolve()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
