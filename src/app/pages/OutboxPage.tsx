import { store } from '#src/app/store.ts'
import { restoreOutbox } from '#src/app/offline/encrypted-outbox.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { loadOutbox, outboxParts, paused } from '#src/core/offline/outbox.ts'
import { OutboxPage as Outbox } from '#src/features/offline/index.ts'

const loadSources = async () => {
  const [sources, parts] = await Promise.all([loadOutbox(), outboxParts()])
  void restoreOutbox()
  const info = selectClientInfo(store.getState())
  const off = new Set(parts.flatMap(({ name, feature }) => (isFeatureOff(info, feature) ? [name] : [])))
  return sources.map((source) => (off.has(source.name) ? paused(source) : source))
}

export const OutboxPage = () => <Outbox load={loadSources} />
