import { restoreOutbox } from '#src/app/offline/encrypted-outbox.ts'
import { loadOutbox } from '#src/core/offline/outbox.ts'
import { OutboxPage as Outbox, SavedPage as Saved } from '#src/features/offline/index.ts'

/** The component of a lazy page must not be lazy itself. */
export const SavedPage = () => <Saved />

const loadSources = async () => {
  const sources = await loadOutbox()
  void restoreOutbox()
  return sources
}

export const OutboxPage = () => <Outbox load={loadSources} />
