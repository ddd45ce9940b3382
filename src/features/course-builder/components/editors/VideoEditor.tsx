import Trash from 'lucide-react/icons/trash-2'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/common.ts'
import type { VideoContent } from '#contract/course-builder/draft.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'
import { useStopped } from '../../hooks/use-uploads.ts'
import { captionsOf, videoOf } from '../../model/upload-slots.ts'
import { languageNames, mimeOfAddress } from '../../model/video.ts'
import { ChapterFields } from './fields/ChapterFields.tsx'
import { VideoQuestionFields } from './fields/VideoQuestionFields.tsx'
import { secondsOf } from '../../api/video-length.ts'
import { UploadBox } from '../UploadBox.tsx'

type Props = { itemKey: string; video: VideoContent; onChange: (video: VideoContent) => void }

/** A video by upload or by address, and its captions by language. */
export const VideoEditor = ({ itemKey, video, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const { desk } = useBuilder()
  const place = videoOf(itemKey)
  const set = (change: Partial<VideoContent>) => onChange({ ...video, ...change })
  const [source] = video.sources
  const film = useRef<HTMLVideoElement>(null)
  return (
    <>
      <section className="flex flex-col gap-3">
        <h3 className="font-semibold">{t('video.file')}</h3>
        {source ? (
          <Shown film={film} video={video} onDuration={(seconds) => set({ duration_seconds: seconds })}>
            <Button
              size="sm"
              variant="secondary"
              onClick={() => set({ sources: [], poster_url: null, duration_seconds: 0 })}
            >
              {t('video.replace')}
            </Button>
          </Shown>
        ) : (
          <>
            <UploadBox
              place={place}
              kind="video"
              accept="video/mp4,video/webm"
              label={t('video.choose')}
              hint={t('video.chooseHint')}
            />
            <AddressForm
              onAddress={(url, mime) => {
                desk.cancel(place)
                set({ sources: [{ url, mime }], duration_seconds: 0 })
              }}
            />
          </>
        )}
      </section>
      <Captions itemKey={itemKey} video={video} onChange={(captions) => set({ captions })} />
      {source && (
        <ChapterFields
          chapters={video.chapters ?? []}
          duration={video.duration_seconds}
          now={() => film.current?.currentTime ?? 0}
          onChange={(chapters) => set({ chapters })}
        />
      )}
      {source && (
        <VideoQuestionFields
          questions={video.questions ?? []}
          duration={video.duration_seconds}
          now={() => film.current?.currentTime ?? 0}
          onChange={(questions) => set({ questions })}
        />
      )}
    </>
  )
}

type ShownProps = {
  film: RefObject<HTMLVideoElement | null>
  video: VideoContent
  onDuration: (seconds: number) => void
  children: React.ReactNode
}

/** The video itself; its length is read from it where the server could not tell. */
const Shown = ({ film, video, onDuration, children }: ShownProps) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  const [failed, setFailed] = useState(false)
  const [source] = video.sources
  return (
    <div className="flex flex-col gap-2">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions are what this form is for */}
      <video
        key={source?.url}
        ref={film}
        controls
        preload="metadata"
        className="aspect-video w-full max-w-xl rounded-lg bg-surface-sunken"
        onLoadedMetadata={(event) => {
          const seconds = secondsOf(event.currentTarget)
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

const AddressForm = ({ onAddress }: { onAddress: (url: string, mime: string) => void }) => {
  const { t } = useTranslation('course-builder')
  const [address, setAddress] = useState('')
  const [wrong, setWrong] = useState(false)
  const use = () => {
    const mime = mimeOfAddress(address.trim())
    if (mime) onAddress(address.trim(), mime)
    else setWrong(true)
  }
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
      <Field
        label={t('video.address')}
        error={wrong ? t('video.addressWrong') : null}
        className="min-w-0 flex-1"
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="url"
            inputMode="url"
            placeholder="https://"
            value={address}
            onChange={(event) => {
              setAddress(event.target.value)
              setWrong(false)
            }}
          />
        )}
      </Field>
      <Button variant="secondary" disabled={address.trim() === ''} onClick={use}>
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
  const stopped = useStopped()
  const missing = languages.filter((each) => !video.captions.some(({ language }) => language === each))
  const [wanted, setWanted] = useState<Language | null>(null)
  const begun = missing.find((each) => stopped.some(({ place }) => place === captionsOf(itemKey, each)))
  const chosen = wanted && missing.includes(wanted) ? wanted : (begun ?? missing[0] ?? null)
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
      {chosen && (
        <>
          <Field label={t('video.captionsLanguage')}>
            {(control) => (
              <Select
                {...control}
                className="max-w-xs"
                value={chosen}
                options={missing.map((value) => ({ value, label: languageNames[value] }))}
                onChange={setWanted}
              />
            )}
          </Field>
          <UploadBox
            key={chosen}
            place={captionsOf(itemKey, chosen)}
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
