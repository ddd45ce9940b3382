/** Entry point of live classes: the schedule, and what the page of a recording needs of it. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const LivePage = lazyPage(async () => (await import('./pages/LivePage.tsx')).LivePage, 'live')

/** For the page that joins it with the course player. */
export { RecordingElsewhere } from './components/RecordingElsewhere.tsx'
export { RecordingFrame } from './components/RecordingFrame.tsx'

/** For the home. */
export { NextClass } from './components/NextClass.tsx'
