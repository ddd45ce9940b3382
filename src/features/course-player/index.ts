/** The door of the course player: the topic page, and the sending of what an earlier visit left behind. */
import { lazy } from 'react'
import { whenUseful } from '#src/core/when-useful.ts'

export const TopicPage = lazy(() =>
  import('./pages/TopicPage.tsx').then((module) => ({ default: module.TopicPage })),
)

/** The same player over a draft. */
export const PreviewPage = lazy(() =>
  import('./pages/PreviewPage.tsx').then((module) => ({ default: module.PreviewPage })),
)

/** Sends kept progress now and whenever the connection is back; the queue is fetched for it. Returns how to stop. */
export const sendKeptProgress = async (onSent: () => void): Promise<() => void> => {
  await whenUseful()
  const { sendKept } = await import('./api/send-kept.ts')
  return sendKept(onSent)
}
