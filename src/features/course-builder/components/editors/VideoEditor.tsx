import Trash from 'lucide-react/icons/trash-2'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languageInfo, languages } from '#contract/languages.ts'
import type { VideoContent } from '#contract/course-builder/draft.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'
import { useInterruptedUploads } from '../../hooks/use-uploads.ts'
import { captionsSlot, videoSlot } from '../../model/upload-slots.ts'
import { mimeTypeOfUrl } from '../../model/video.ts'
import { ChapterFields } from './fields/ChapterFields.tsx'
import { VideoQuestionFields } from './fields/VideoQuestionFields.tsx'
import { durationSeconds } from '#src/shared/lib/video-length.ts'
import { UploadBox } from '../UploadBox.tsx'

type Props = { itemKey: string; video: VideoContent; onChange: (video: VideoContent) => void }

/** A video by upload or URL, its captions, chapters and questions. */
export const VideoEditor = ({ itemKey, video, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const { uploadQueue } = useBuilder()
  const slot = videoSlot(itemKey)
  const changeVideo = (change: Partial<VideoContent>) => onChange({ ...video, ...change })
  const [source] = video.sources
  const videoElement = useRef<HTMLVideoElement>(null)
  return (
    <>
      <section className="flex flex-col gap-3">
        <h3 className="font-semibold">{t('video.file')}</h3>
        {source ? (
          <VideoPreview
            videoElement={videoElement}
            video={video}
            onDuration={(seconds) => changeVideo({ duration_seconds: seconds })}
          >
            <Button
              size="sm"
              variant="secondary"
              onClick={() => changeVideo({ sources: [], poster_url: null, duration_seconds: 0 })}
            >
              {t('video.replace')}
            </Button>
          </VideoPreview>
        ) : (
          <>
            <UploadBox
              slot={slot}
              kind="video"
              accept="video/mp4,video/webm"
              label={t('video.choose')}
              hint={t('video.chooseHint')}
            />
            <UrlForm
              onUrl={(url, mime) => {
                uploadQueue.cancel(slot)
                changeVideo({ sources: [{ url, mime }], duration_seconds: 0 })
              }}
            />
          </>
        )}
      </section>
      <Captions itemKey={itemKey} video={video} onChange={(captions) => changeVideo({ captions })} />
      {source && (
        <ChapterFields
          chapters={video.chapters ?? []}
          duration={video.duration_seconds}
          getCurrentTime={() => videoElement.current?.currentTime ?? 0}
          onChange={(chapters) => changeVideo({ chapters })}
        />
      )}
      {source && (
        <VideoQuestionFields
          questions={video.questions ?? []}
          duration={video.duration_seconds}
          getCurrentTime={() => videoElement.current?.currentTime ?? 0}
          onChange={(questions) => changeVideo({ questions })}
        />
      )}
    </>
  )
}

type VideoPreviewProps = {
  videoElement: RefObject<HTMLVideoElement | null>
  video: VideoContent
  onDuration: (seconds: number) => void
  children: React.ReactNode
}

/** Shows the video and reads its duration if the server could not. */
const VideoPreview = ({ videoElement, video, onDuration, children }: VideoPreviewProps) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  const [failed, setFailed] = useState(false)
  const [source] = video.sources
  return (
    <div className="flex flex-col gap-2">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- this form adds the captions */}
      <video
        key={source?.url}
        ref={videoElement}
        controls
        preload="metadata"
        className="aspect-video w-full max-w-xl rounded-lg bg-surface-sunken"
        onLoadedMetadata={(event) => {
          const seconds = durationSeconds(event.currentTarget)
          if (seconds !== null && seconds !== video.duration_seconds) onDuration(seconds)
        }}
        onError={() => setFailed(true)}
      >
        {video.sources.map(({ url, mime }) => (
          <source key={url} src={url} type={mime} onError={() => setFailed(true)} />
        ))}
        {video.captions.map((caption) => (
          <track
            key={caption.url}
            kind="captions"
            srcLang={caption.language}
            label={caption.label}
            src={caption.url}
          />
        ))}
      </video>
      {failed && <p className="text-sm text-warning-text">{t('video.unplayable')}</p>}
      <div className="flex flex-wrap items-center gap-3 text-sm text-ink-muted">
        {video.duration_seconds > 0 && (
          <span>
            {t('video.length', { minutes: formatNumber(Math.ceil(video.duration_seconds / 60), language) })}
          </span>
        )}
        {children}
      </div>
    </div>
  )
}

const UrlForm = ({ onUrl }: { onUrl: (url: string, mime: string) => void }) => {
  const { t } = useTranslation('course-builder')
  const [url, setUrl] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const submitUrl = () => {
    const mime = mimeTypeOfUrl(url.trim())
    if (mime) onUrl(url.trim(), mime)
    else setIsInvalid(true)
  }
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
      <Field
        label={t('video.address')}
        error={isInvalid ? t('video.addressWrong') : null}
        className="min-w-0 flex-1"
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="url"
            inputMode="url"
            placeholder="https://"
            value={url}
            onChange={(event) => {
              setUrl(event.target.value)
              setIsInvalid(false)
            }}
          />
        )}
      </Field>
      <Button variant="secondary" disabled={url.trim() === ''} onClick={submitUrl}>
        {t('video.useAddress')}
      </Button>
    </div>
  )
}

type CaptionsProps = {
  itemKey: string
  video: VideoContent
  onChange: (captions: VideoContent['captions']) => void
}

const Captions = ({ itemKey, video, onChange }: CaptionsProps) => {
  const { t } = useTranslation('course-builder')
  const interrupted = useInterruptedUploads()
  const missingLanguages = languages.filter(
    (each) => !video.captions.some(({ language }) => language === each),
  )
  const [requestedLanguage, setRequestedLanguage] = useState<Language | null>(null)
  const interruptedLanguage = missingLanguages.find((each) =>
    interrupted.some(({ place }) => place === captionsSlot(itemKey, each)),
  )
  const selectedLanguage =
    requestedLanguage && missingLanguages.includes(requestedLanguage)
      ? requestedLanguage
      : (interruptedLanguage ?? missingLanguages[0] ?? null)
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('video.captions')}</h3>
      {video.captions.length > 0 && (
        <ul className="flex flex-col gap-2">
          {video.captions.map((caption) => (
            <li key={caption.language} className="flex items-center gap-3 rounded-lg border border-line px-3">
              <span lang={caption.language} className="min-w-0 flex-1">
                {caption.label}
              </span>
              <IconButton
                label={t('video.removeCaptions', { language: caption.label })}
                icon={<Trash aria-hidden="true" size={18} />}
                onClick={() => onChange(video.captions.filter((each) => each !== caption))}
              />
            </li>
          ))}
        </ul>
      )}
      {selectedLanguage && (
        <>
          <Field label={t('video.captionsLanguage')}>
            {(control) => (
              <Select
                {...control}
                className="max-w-xs"
                value={selectedLanguage}
                options={missingLanguages.map((value) => ({ value, label: languageInfo(value).name }))}
                onChange={setRequestedLanguage}
              />
            )}
          </Field>
          <UploadBox
            key={selectedLanguage}
            slot={captionsSlot(itemKey, selectedLanguage)}
            kind="captions"
            accept=".vtt,.srt,text/vtt"
            label={t('video.chooseCaptions')}
            hint={t('video.captionsHint')}
          />
        </>
      )}
    </section>
  )
}
