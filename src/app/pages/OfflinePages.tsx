import { forumOutbox } from '#src/features/community/index.ts'
import { progressOutbox } from '#src/features/course-player/index.ts'
import { OutboxPage as Outbox } from '#src/features/offline/index.ts'

export { SavedPage } from '#src/features/offline/index.ts'

/** Each feature tells of what waits in its own queue. */
const loadSources = () => Promise.all([progressOutbox(), forumOutbox()])

export const OutboxPage = () => <Outbox load={loadSources} />
