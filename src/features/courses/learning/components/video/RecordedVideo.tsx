import { useState } from 'react'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { createMemoryQueue } from '#src/core/offline/queue/memory-queue.ts'
import { livePlayerContext, PlayerContextProvider, type PlayerContext } from '../../context/player-context.ts'
import { progressRules, withLatest } from '../../model/progress-queue.ts'
import type { Range } from '../../model/ranges.ts'
import { RenewalProvider, type RenewAddresses } from '../address-renewal.ts'
import { VideoStep } from './VideoStep.tsx'

type Props = {
  /** Of a video that belongs to no lesson. */
  video: Pick<
    VideoItem,
    | 'title'
    | 'sources'
    | 'captions'
    | 'poster_url'
    | 'duration_seconds'
    | 'position_seconds'
    | 'watched_seconds'
  > & { id: number; isCompleted: boolean }
  save: (watched: { position: number; ranges: Range[] }) => Promise<unknown>
  renew: RenewAddresses
}

/** What such a video saves goes to its own feature, from memory: it is saved every few seconds. */
const contextFor = (save: Props['save']): PlayerContext => {
  const queue = withLatest(
    createMemoryQueue(progressRules, async (entry) => {
      if (entry.kind === 'video') await save({ position: entry.position, ranges: entry.ranges })
      return { progress: null }
    }),
  )
  return { ...livePlayerContext, queue: () => queue, hasNotes: false }
}

/** The course player's video for other features: resume, speed, captions and transcript, without a lesson around it. */
export const RecordedVideo = ({ video: { isCompleted, ...video }, save, renew }: Props) => {
  const [context] = useState(() => contextFor(save))
  const item: VideoItem = {
    ...video,
    type: 'video',
    minutes: Math.ceil(video.duration_seconds / 60),
    state: isCompleted ? 'completed' : 'in_progress',
    chapters: [],
  }
  return (
    <PlayerContextProvider value={context}>
      <RenewalProvider value={renew}>
        <VideoStep item={item} onProgress={() => undefined} />
      </RenewalProvider>
    </PlayerContextProvider>
  )
}
