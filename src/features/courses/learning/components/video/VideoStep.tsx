import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { ProgressResult, VideoItem } from '#contract/courses/courses.ts'
import { VIDEO_COMPLETE_RATIO } from '#contract/limits.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { usePlayerContext } from '../../context/player-context.ts'
import { keepLook, readLook } from '../../model/caption-look.ts'
import { clock } from '../../model/lesson.ts'
import { createOwnWay } from './questions/video-actions.ts'
import type { MediaActions } from './media-actions.ts'
import { PictureSign } from './PictureSign.tsx'
import { useMedia } from './use-media.ts'
import { useStream } from './use-stream.ts'
import { useWatching } from './use-watching.ts'
import { VideoControls } from './VideoControls.tsx'
import { VideoExtras } from './VideoExtras.tsx'
import { VideoNotes } from './VideoNotes.tsx'
import { VideoQuestions } from './questions/VideoQuestions.tsx'

type Props = { item: VideoItem; onProgress: (result: ProgressResult) => void }

/** So close to the end that resuming there would show nothing. */
const NEAR_END_SECONDS = 2
const SEEK_SECONDS = 5

/** A video: resumes where it was left on any device, completed by the server at 90 % really watched. */
export const VideoStep = ({ item, onProgress }: Props) => {
  const { t } = useTranslation('courses/learning')
  const language = useLanguage()
  const { queue, looking } = usePlayerContext()
  const video = useRef<HTMLVideoElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [ownWay] = useState(createOwnWay)
  const asked = secondFrom(useSearchParams()[0].get('at'))
  const [resumedAt, setResumedAt] = useState<number | null>(null)
  const [captions, setCaptions] = useState<string | null>(
    item.captions.find((caption) => caption.language === language)?.language ?? null,
  )
  const [look, setLook] = useState(() => readLook(safeLocal))
  const media = useMedia(video, captions)
  const stream = useStream(video, item.sources)
  useWatching(video, item)

  const resume = async () => {
    await queue().ready()
    const element = video.current
    if (!element || resumedAt !== null) return
    // A note leads to its moment. Else what this device kept through a crash is newer than what the server knows.
    const position = asked ?? queue().latest('video', item.id)?.position ?? item.position_seconds
    const worth = position > 0 && position < element.duration - NEAR_END_SECONDS
    if (worth) {
      ownWay.goesTo(position)
      element.currentTime = position
    }
    setResumedAt(worth ? position : 0)
  }
  const known = useEffectEvent(() => void resume())
  useEffect(() => {
    // A film that the browser has already may be known before the page stands: then no event tells of it.
    if (video.current && video.current.readyState >= HTMLMediaElement.HAVE_METADATA) known()
  }, [])
  const toggleCaptions = () => {
    const own = item.captions.find((caption) => caption.language === language) ?? item.captions[0]
    setCaptions(captions ? null : (own?.language ?? null))
  }
  const broken = media.broken || stream.failed
  const retry = () => {
    ownWay.goesTo(media.time)
    media.actions.keepPlace()
    if (stream.retry) stream.retry()
    else media.actions.reload()
  }
  const back = useEffectEvent(retry)
  useEffect(() => {
    if (!broken) return
    // What is wrong, and the way on, stand below the picture.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    const online = () => back()
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [broken])
  const share = Math.min(1, Math.max(item.watched_seconds, media.played) / item.duration_seconds)

  return (
    <div className="flex flex-col gap-4">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed on the bar's controls reach the player here */}
      <div
        ref={room}
        role="region"
        aria-label={t('video.region', { title: item.title })}
        data-own-keys=""
        // Who presses the picture has the player's keys from then on; the page's arrows would turn lessons.
        tabIndex={-1}
        data-cue-size={look.size}
        data-cue-ground={look.ground}
        className="screen overflow-hidden rounded-xl"
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          if (handleKey(event.key, event.target, media.actions, toggleCaptions, room.current))
            event.preventDefault()
        }}
      >
        <div className="picture relative aspect-video">
          {/* The keyboard has the region's keys and the bar's buttons; captions come with the item. */}
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
          <PictureSign media={media} broken={broken} />
        </div>
        <VideoControls media={media} item={item} room={room} captions={captions} onCaptions={setCaptions} />
      </div>
      {item.questions && (
        <VideoQuestions item={item} video={video} room={room} ownWay={ownWay} onProgress={onProgress} />
      )}
      {broken && (
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
        ) : looking ? null : (
          <p>
            {t('video.watched', { percent: Math.floor(share * 100) })} ·{' '}
            {t('video.rule', { percent: VIDEO_COMPLETE_RATIO * 100 })}
          </p>
        )}
        {resumedAt !== null && resumedAt > 0 && <p>{t('video.resumed', { time: clock(resumedAt) })}</p>}
        <p className="hidden basis-full md:block">{t('video.keys')}</p>
      </div>
      <VideoExtras
        item={item}
        media={media}
        language={captions ?? language}
        look={look}
        onLook={(next) => {
          setLook(next)
          keepLook(safeLocal, next)
        }}
      />
      {!looking && <VideoNotes itemId={item.id} time={media.time} onSeek={media.actions.seekTo} />}
    </div>
  )
}

const secondFrom = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null

/** True when the key was one of the player's. */
const handleKey = (
  key: string,
  target: EventTarget,
  actions: MediaActions,
  toggleCaptions: () => void,
  room: HTMLElement | null,
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
    f: () => actions.toggleFullscreen(room),
  }
  const deed = byKey[key.length === 1 ? key.toLowerCase() : key]
  deed?.()
  return deed !== undefined
}
