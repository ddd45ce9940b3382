/** The door of the course player: the topic page, and the sending of what an earlier visit left behind. */
import { lazy } from 'react'

export const TopicPage = lazy(() =>
  import('./pages/TopicPage.tsx').then((module) => ({ default: module.TopicPage })),
)
/** Only for lazily loaded pages of the app: it brings the queue along. */
export { useKeptProgress } from './api/use-progress.ts'
