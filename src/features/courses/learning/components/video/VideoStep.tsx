import CircleCheck from 'lucide-react/icons/circle-check'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { VIDEO_COMPLETE_RATIO } from '#contract/limits.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { usePlayerContext } from '../../context/player-context.ts'
import { saveCaptionStyle, readCaptionStyle } from '../../model/caption-style.ts'
import { formatTimestamp } from '../../model/lesson.ts'
import { createProgrammaticSeek } from './questions/video-actions.ts'
import type { MediaActions } from './media-actions.ts'
import { PlaybackOverlay } from './PlaybackOverlay.tsx'
import { useMedia } from './use-media.ts'
import { useCaptions, useResume, useRetry } from './use-playback.ts'
import { useRenewedSource } from './use-renewed-source.ts'
import { useStream } from './use-stream.ts'
import { useWatchTracking } from './use-watch-tracking.ts'
import { VideoControls } from './VideoControls.tsx'
import { VideoExtras } from './VideoExtras.tsx'
import { VideoNotes } from './VideoNotes.tsx'
import { VideoQuestions } from './questions/VideoQuestions.tsx'

type Props = { item: VideoItem; onProgress: (result: ProgressResult) => void }

const SEEK_SECONDS = 5

/** A video: resumes where it was left on any device; the server completes it at 90 % watched. */
export const VideoStep = ({ item, onProgress }: Props) => {
  const { t } = useTranslation('courses/learning')
  const language = useLanguage()
  const { hasNotes } = usePlayerContext()
  const video = useRef<HTMLVideoElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const [questionSlot, setQuestionSlot] = useState<HTMLElement | null>(null)
  const [programmaticSeek] = useState(createProgrammaticSeek)
  const { captions, setCaptions, toggleCaptions } = useCaptions(item, language)
  const [captionStyle, setCaptionStyle] = useState(() => readCaptionStyle(safeLocal))
  const media = useMedia(video, captions, useRenewedSource(video, item, programmaticSeek))
  const stream = useStream(video, item.sources)
  useWatchTracking(video, item)

  const { resumedAt, resume } = useResume(video, item, programmaticSeek)
  const { isBroken, retry } = useRetry(media, stream, programmaticSeek)
  const share = Math.min(1, Math.max(item.watched_seconds, media.played) / item.duration_seconds)

  return (
    <div className="flex flex-col gap-4">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed on the bar's controls reach the player here */}
      <div
        ref={container}
        role="region"
        aria-label={t('video.region', { title: item.title })}
        data-own-keys=""
        // A click on the picture focuses the player, so that arrow keys seek instead of turning the page.
        tabIndex={-1}
        data-cue-size={captionStyle.size}
        data-cue-ground={captionStyle.background}
        className="screen overflow-hidden rounded-xl"
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          if (handleKey(event.key, event.target, media.actions, toggleCaptions, container.current))
            event.preventDefault()
        }}
      >
        <div className="picture relative aspect-video">
          <Picture
            ref={video}
            item={item}
            files={stream.files}
            onClick={media.actions.toggle}
            onMetadata={resume}
          />
          <PlaybackOverlay media={media} broken={isBroken} />
          <div ref={setQuestionSlot} className="question-slot" />
        </div>
        <VideoControls
          media={media}
          item={item}
          container={container}
          captions={captions}
          onCaptions={setCaptions}
        />
      </div>
      {item.questions && (
        <VideoQuestions
          item={item}
          video={video}
          container={container}
          slot={questionSlot}
          programmaticSeek={programmaticSeek}
          onProgress={onProgress}
        />
      )}
      {isBroken && <BrokenAlert onRetry={retry} />}
      <WatchStatus item={item} share={share} resumedAt={resumedAt} />
      <VideoExtras
        item={item}
        media={media}
        language={captions ?? language}
        captionStyle={captionStyle}
        onCaptionStyleChange={(next) => {
          setCaptionStyle(next)
          saveCaptionStyle(safeLocal, next)
        }}
      />
      {hasNotes && <VideoNotes itemId={item.id} time={media.time} onSeek={media.actions.seekTo} />}
    </div>
  )
}

type PictureProps = {
  ref: RefObject<HTMLVideoElement | null>
  item: VideoItem
  files: ReturnType<typeof useStream>['files']
  onClick: () => void
  onMetadata: () => void
}

const Picture = ({ ref, item, files, onClick, onMetadata }: PictureProps) => (
  // The region's keys and the bar's buttons serve the keyboard; captions come with the item.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/media-has-caption
  <video
    ref={ref}
    playsInline
    preload="metadata"
    poster={item.poster_url ?? undefined}
    onClick={onClick}
    onLoadedMetadata={onMetadata}
  >
    {files.map((source) => (
      <source key={source.url} src={source.url} type={source.mime} />
    ))}
    {item.captions.map((caption) => (
      <track
        key={caption.url}
        kind="captions"
        src={caption.url}
        srcLang={caption.language}
        label={caption.label}
      />
    ))}
  </video>
)

const BrokenAlert = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <Alert
      kind="error"
      title={t('video.error')}
      action={
        <Button size="sm" variant="secondary" onClick={onRetry}>
          {t('video.retry')}
        </Button>
      }
    >
      {t('video.errorHint')}
    </Alert>
  )
}

type StatusProps = { item: VideoItem; share: number; resumedAt: number | null }

/** How much was watched, from where the video resumed, and its keys. */
const WatchStatus = ({ item, share, resumedAt }: StatusProps) => {
  const { t } = useTranslation('courses/learning')
  const { isReadOnly } = usePlayerContext()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-muted">
      {item.state === 'completed' ? (
        <p role="status" className="flex items-center gap-2 font-medium text-success-text">
          <CircleCheck aria-hidden="true" size={18} />
          {t('state.completed')}
        </p>
      ) : isReadOnly ? null : (
        <p>
          {t('video.watched', { percent: Math.floor(share * 100) })} ·{' '}
          {t('video.rule', { percent: VIDEO_COMPLETE_RATIO * 100 })}
        </p>
      )}
      {resumedAt !== null && resumedAt > 0 && (
        <p>{t('video.resumed', { time: formatTimestamp(resumedAt) })}</p>
      )}
      <p className="hidden basis-full md:block">{t('video.keys')}</p>
    </div>
  )
}

/** Handles a player key; returns whether it was one. */
const handleKey = (
  key: string,
  target: EventTarget,
  actions: MediaActions,
  toggleCaptions: () => void,
  container: HTMLElement | null,
): boolean => {
  const tag = target instanceof HTMLElement ? target.tagName : ''
  if (tag === 'SELECT') return false
  const pressesButton = tag === 'BUTTON' && (key === ' ' || key === 'Enter')
  if (pressesButton) return false
  const byKey: Record<string, () => void> = {
    ' ': actions.toggle,
    k: actions.toggle,
    ArrowLeft: () => actions.seekBy(-SEEK_SECONDS),
    ArrowRight: () => actions.seekBy(SEEK_SECONDS),
    m: actions.toggleMuted,
    c: toggleCaptions,
    f: () => actions.toggleFullscreen(container),
  }
  const action = byKey[key.length === 1 ? key.toLowerCase() : key]
  action?.()
  return action !== undefined
}
