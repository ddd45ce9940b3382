import { restoreOutbox } from '#src/app/offline/encrypted-outbox.ts'
import { loadOutbox } from '#src/core/offline/outbox.ts'
import { OutboxPage as Outbox } from '#src/features/offline/index.ts'

const loadSources = async () => {
  const sources = await loadOutbox()
  void restoreOutbox()
  return sources
}

export const OutboxPage = () => <Outbox load={loadSources} />
