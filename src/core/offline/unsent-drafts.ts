/** Drafts that were never sent or saved, as lines of the outbox: nothing sends them but their writer. */
import { cut } from '#contract/text/truncate.ts'
import { storedUser } from '#src/core/session/session.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { draftsOf } from './drafts.ts'
import type { OutboxLine, OutboxSource } from './outbox.ts'

const TITLE_LENGTH = 120

type Line = Pick<OutboxLine, 'kind' | 'title' | 'path'>

const ownDrafts = () => draftsOf(safeLocal, storedUser()?.id ?? 0)

/** `describe` gets the draft's name and its text; null for a draft of another source. */
export const unsentDrafts = (
  name: string,
  describe: (draft: string, text: string) => Line | null | Promise<Line | null>,
): OutboxSource => {
  const listeners = new Set<() => void>()
  return {
    name,
    list: async () => {
      const drafts = ownDrafts()
      const since = drafts.writtenAt()
      const lines: OutboxLine[] = []
      for (const [draft, text] of Object.entries(drafts.all())) {
        const line = await describe(draft, text)
        const title = cut(line?.title?.trim() ?? '', TITLE_LENGTH) || null
        if (line) lines.push({ ...line, title, id: draft, since, isDraft: true, refused: null })
      }
      return lines
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
