import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { cx } from '#src/shared/lib/cx.ts'
import { transcriptQuery } from '../../api/transcript.queries.ts'
import { formatTimestamp } from '../../model/lesson.ts'
import { cueIndexAt, searchCues } from '../../model/vtt.ts'

type Props = {
  captions: VideoItem['captions']
  language: string
  time: number
  onSeek: (second: number) => void
}

/** A searchable transcript; each line seeks to its time. */
export const Transcript = ({ captions, language, time, onSeek }: Props) => {
  const { t } = useTranslation('courses/learning')
  const [query, setQuery] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const file = captions.find((caption) => caption.language === language) ?? captions[0]
  const { data, isError, refetch } = useQuery(transcriptQuery(file?.url ?? ''))
  const cues = data ?? []
  const found = searchCues(cues, query)
  const current = cues[cueIndexAt(cues, time)]
  useEffect(() => {
    // Scrolls only the list, never the page.
    const line = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!line || !list.current || list.current.contains(document.activeElement)) return
    list.current.scrollTop = line.offsetTop - list.current.clientHeight / 2
  }, [current])
  if (isError)
    return (
      <Alert
        kind="error"
        title={t('video.transcriptFailed')}
        action={
          <Button size="sm" variant="secondary" onClick={() => void refetch()}>
            {t('video.retry')}
          </Button>
        }
      />
    )
  if (!data) return <SkeletonText lines={6} />
  return (
    <div className="rounded-xl border border-line">
      <div className="border-b border-line p-3">
        <TextInput
          type="search"
          aria-label={t('video.transcriptSearch')}
          placeholder={t('video.transcriptSearch')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p role="status" className="sr-only">
          {query.trim() !== '' && t('video.transcriptFound', { count: found.length })}
        </p>
      </div>
      {found.length === 0 ? (
        <p className="p-4 text-ink-muted">{t('video.transcriptNothing')}</p>
      ) : (
        <ol ref={list} lang={file?.language} className="relative max-h-80 overflow-y-auto p-2">
          {found.map((cue) => (
            <li key={`${cue.start} ${cue.text}`}>
              <button
                type="button"
                aria-current={cue === current ? 'true' : undefined}
                className={cx(
                  'flex min-h-11 w-full items-baseline gap-3 rounded-lg px-3 py-2 text-start hover:bg-surface-sunken',
                  cue === current ? 'bg-primary-soft text-ink' : 'text-ink',
                )}
                onClick={() => onSeek(cue.start)}
              >
                <span dir="ltr" className="w-12 shrink-0 text-sm tabular-nums text-ink-muted">
                  {formatTimestamp(cue.start)}
                </span>
                <span dir="auto" className="min-w-0 flex-1">
                  {cue.text}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
