import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
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
import { useStream } from './use-stream.ts'
import { useWatchTracking } from './use-watch-tracking.ts'
import { VideoControls } from './VideoControls.tsx'
import { VideoExtras } from './VideoExtras.tsx'
import { VideoNotes } from './VideoNotes.tsx'
import { VideoQuestions } from './questions/VideoQuestions.tsx'

type Props = { item: VideoItem; onProgress: (result: ProgressResult) => void }

/** Resuming this close to the end would show nothing. */
const NEAR_END_SECONDS = 2
const SEEK_SECONDS = 5

/** A video: resumes where it was left on any device; the server completes it at 90 % watched. */
export const VideoStep = ({ item, onProgress }: Props) => {
  const { t } = useTranslation('courses/learning')
  const language = useLanguage()
  const { queue, isReadOnly } = usePlayerContext()
  const video = useRef<HTMLVideoElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const [programmaticSeek] = useState(createProgrammaticSeek)
  const requestedSecond = parseSecond(useSearchParams()[0].get('at'))
  const [resumedAt, setResumedAt] = useState<number | null>(null)
  const [captions, setCaptions] = useState<string | null>(
    item.captions.find((caption) => caption.language === language)?.language ?? null,
  )
  const [captionStyle, setCaptionStyle] = useState(() => readCaptionStyle(safeLocal))
  const media = useMedia(video, captions)
  const stream = useStream(video, item.sources)
  useWatchTracking(video, item)

  const resume = async () => {
    await queue().ready()
    const element = video.current
    if (!element || resumedAt !== null) return
    // A requested time wins. Otherwise an unsent position on this device is newer than the server's.
    const position = requestedSecond ?? queue().latest('video', item.id)?.position ?? item.position_seconds
    const shouldResume = position > 0 && position < element.duration - NEAR_END_SECONDS
    if (shouldResume) {
      programmaticSeek.expect(position)
      element.currentTime = position
    }
    setResumedAt(shouldResume ? position : 0)
  }
  const onMetadata = useEffectEvent(() => void resume())
  useEffect(() => {
    // A cached video may have its metadata before the page mounts; then there is no event.
    if (video.current && video.current.readyState >= HTMLMediaElement.HAVE_METADATA) onMetadata()
  }, [])
  const toggleCaptions = () => {
    const preferred = item.captions.find((caption) => caption.language === language) ?? item.captions[0]
    setCaptions(captions ? null : (preferred?.language ?? null))
  }
  const isBroken = media.broken || stream.failed
  const retry = () => {
    programmaticSeek.expect(media.time)
    media.actions.keepPosition()
    if (stream.retry) stream.retry()
    else media.actions.reload()
  }
  const retryOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isBroken) return
    // The error message and the retry button are below the picture.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    const online = () => retryOnline()
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [isBroken])
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
          {/* The region's keys and the bar's buttons serve the keyboard; captions come with the item. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/media-has-caption */}
          <video
            ref={video}
            playsInline
            preload="metadata"
            poster={item.poster_url ?? undefined}
            onClick={media.actions.toggle}
            onLoadedMetadata={() => void resume()}
          >
            {stream.files.map((source) => (
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
          <PlaybackOverlay media={media} broken={isBroken} />
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
          programmaticSeek={programmaticSeek}
          onProgress={onProgress}
        />
      )}
      {isBroken && (
        <Alert
          kind="error"
          title={t('video.error')}
          action={
            <Button size="sm" variant="secondary" onClick={retry}>
              {t('video.retry')}
            </Button>
          }
        >
          {t('video.errorHint')}
        </Alert>
      )}
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
      {!isReadOnly && <VideoNotes itemId={item.id} time={media.time} onSeek={media.actions.seekTo} />}
    </div>
  )
}

const parseSecond = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null

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
