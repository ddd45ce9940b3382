import Maximize from 'lucide-react/icons/maximize'
import Pause from 'lucide-react/icons/pause'
import PictureInPicture from 'lucide-react/icons/picture-in-picture-2'
import Play from 'lucide-react/icons/play'
import Rewind from 'lucide-react/icons/rotate-ccw'
import Volume from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { formatTimestamp } from '../../model/lesson.ts'
import { canGoFullscreen } from './media-actions.ts'
import type { Media } from './use-media.ts'

const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const
const BACK_SECONDS = 10

type VideoQuestionList = NonNullable<VideoItem['questions']>
type Props = {
  media: Media
  item: VideoItem
  container: RefObject<HTMLDivElement | null>
  captions: string | null
  onCaptions: (language: string | null) => void
}

/** The control bar below the picture; the timeline is always left to right. */
export const VideoControls = ({ media, item, container, captions, onCaptions }: Props) => {
  const { t } = useTranslation('courses/learning')
  const { actions } = media
  const duration = media.duration || item.duration_seconds
  const position = t('video.position', { now: formatTimestamp(media.time), total: formatTimestamp(duration) })
  return (
    <div dir="ltr" className="screen-controls px-2 pb-1">
      <div className="relative flex items-center px-2 pt-1">
        <ChapterTicks item={item} duration={duration} />
        {item.questions && <QuestionTicks questions={item.questions} duration={duration} />}
        <input
          type="range"
          aria-label={t('video.seek')}
          aria-valuetext={position}
          min={0}
          max={Math.max(1, Math.floor(duration * 10) / 10)}
          step={0.1}
          value={media.time}
          className="timeline"
          onChange={(event) => actions.seekTo(Number(event.target.value))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-1">
        <IconButton
          label={media.playing ? t('video.pause') : t('video.play')}
          icon={
            media.playing ? <Pause aria-hidden="true" size={22} /> : <Play aria-hidden="true" size={22} />
          }
          onClick={actions.toggle}
        />
        <IconButton
          label={t('video.back10')}
          icon={<Rewind aria-hidden="true" size={20} />}
          onClick={() => actions.seekBy(-BACK_SECONDS)}
        />
        <IconButton
          label={media.muted ? t('video.unmute') : t('video.mute')}
          icon={
            media.muted ? <VolumeX aria-hidden="true" size={20} /> : <Volume aria-hidden="true" size={20} />
          }
          onClick={actions.toggleMuted}
        />
        <span aria-hidden="true" className="px-1 text-sm tabular-nums">
          {formatTimestamp(media.time)} / {formatTimestamp(duration)}
        </span>
        <div className="ms-auto flex items-center gap-1">
          {item.captions.length > 0 && <CaptionsSelect item={item} value={captions} onChange={onCaptions} />}
          <SpeedSelect rate={media.rate} onChange={actions.setRate} />
          {document.pictureInPictureEnabled && (
            <IconButton
              label={t('video.pip')}
              aria-pressed={media.isPictureInPicture}
              icon={<PictureInPicture aria-hidden="true" size={20} />}
              onClick={actions.togglePip}
            />
          )}
          {canGoFullscreen() && (
            <IconButton
              label={t('video.fullscreen')}
              icon={<Maximize aria-hidden="true" size={20} />}
              onClick={() => actions.toggleFullscreen(container.current)}
            />
          )}
        </div>
      </div>
    </div>
  )
}

type CaptionsProps = {
  item: VideoItem
  /** The language of the captions; null without. */
  value: string | null
  onChange: (language: string | null) => void
}

const CaptionsSelect = ({ item, value, onChange }: CaptionsProps) => {
  const { t } = useTranslation('courses/learning')
  return (
    <select
      aria-label={t('video.captions')}
      className="max-w-28 text-sm sm:max-w-40"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">
        {t('video.captions')}: {t('video.captionsOff')}
      </option>
      {item.captions.map((caption) => (
        <option key={caption.language} value={caption.language}>
          {caption.label}
        </option>
      ))}
    </select>
  )
}

const SpeedSelect = ({ rate, onChange }: { rate: number; onChange: (rate: number) => void }) => {
  const { t } = useTranslation('courses/learning')
  return (
    <select
      aria-label={t('video.speed')}
      className="text-sm tabular-nums"
      value={rate}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {speed}×
        </option>
      ))}
    </select>
  )
}

/** Chapter starts on the timeline. */
const ChapterTicks = ({ item, duration }: { item: VideoItem; duration: number }) =>
  item.chapters.length > 0 && (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-4 top-1/2">
      {item.chapters
        .filter((chapter) => chapter.second > 0 && chapter.second < duration)
        .map((chapter) => (
          <span
            key={chapter.second}
            className="chapter-tick"
            style={{ insetInlineStart: `${(100 * chapter.second) / duration}%` }}
          />
        ))}
    </div>
  )

/** Question marks on the timeline, filled when answered; screen readers use the list below the video. */
const QuestionTicks = ({ questions, duration }: { questions: VideoQuestionList; duration: number }) => (
  <div aria-hidden="true" className="pointer-events-none absolute inset-x-4 top-1/2">
    {questions.map(({ id, second, answer }) => (
      <span
        key={id}
        className="question-tick"
        data-answered={answer !== null}
        style={{ insetInlineStart: `${(100 * Math.min(second, duration)) / duration}%` }}
      />
    ))}
  </div>
)
