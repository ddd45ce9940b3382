import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { findNode } from '#contract/course-builder/draft-operations.ts'
import { useBuilder } from '../hooks/use-builder.ts'
import { useStopped, useUploads } from '../hooks/use-uploads.ts'
import { isOpen, itemKeyOf, type Place } from '../model/upload-slots.ts'
import type { OnItsWay } from '../model/upload-queue.ts'
import { Stopped } from './InterruptedUploads.tsx'
import { UploadProgress } from './UploadProgress.tsx'

/** Files whose own place is not on the screen: on their way, not stored, or stopped at an earlier visit. */
export const UploadNotices = ({ shown }: { shown: string | null }) => {
  const { t } = useTranslation('course-builder')
  const { state } = useBuilder()
  const away = ({ place }: { place: Place }) => {
    const key = itemKeyOf(place)
    return shown !== (key === null ? 'settings' : `item-${key}`) || !isOpen(state.document, place)
  }
  const chosen = useUploads().filter((entry) => entry.state.phase !== 'done' && away(entry))
  const stopped = useStopped().filter(away)
  if (chosen.length + stopped.length === 0) return null
  return (
    <section aria-label={t('upload.elsewhere')} className="mb-4 flex flex-col gap-2">
      {chosen.map((entry) => (
        <Going key={entry.place} entry={entry} />
      ))}
      {stopped.map((line) => (
        <Stopped key={line.upload_id} line={line} at={<Where place={line.place} />} />
      ))}
    </section>
  )
}

const Going = ({ entry }: { entry: OnItsWay }) => {
  const { t } = useTranslation('course-builder')
  const { name, state, place } = entry
  return (
    <div className="flex flex-col gap-1 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <Where place={place} />
      {state.phase === 'failed' || state.phase === 'done' ? (
        <p role="alert" className="text-error-text">
          {t('upload.failed', { name })}
        </p>
      ) : (
        <UploadProgress name={name} state={state} />
      )}
    </div>
  )
}

/** The way to a place, by the name of what stands there. */
const Where = ({ place }: { place: Place }) => {
  const { t } = useTranslation('course-builder')
  const { state, addressOf } = useBuilder()
  const key = itemKeyOf(place)
  const found = key === null ? null : findNode(state.document, 'item', key)
  if (key !== null && !found) return null
  const title = found ? found.node.title || t('outline.untitled') : t('settings.title')
  return (
    <Link
      to={addressOf(key === null ? null : { kind: 'item', key })}
      className="inline-flex min-h-11 max-w-full items-center text-primary-text underline"
    >
      <bdi className="truncate">{title}</bdi>
    </Link>
  )
}
