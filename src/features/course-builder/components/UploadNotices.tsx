import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { findNode } from '#contract/course-builder/draft-operations.ts'
import { useBuilder } from '../hooks/use-builder.ts'
import { useInterruptedUploads, useUploads } from '../hooks/use-uploads.ts'
import { hasFileChooser, itemKeyOf, type UploadSlot } from '../model/upload-slots.ts'
import type { UploadEntry } from '../model/upload-queue.ts'
import { InterruptedUploadNotice } from './InterruptedUploads.tsx'
import { UploadProgress } from './UploadProgress.tsx'

/** Uploads whose slot is not on the screen: running, failed or interrupted. */
export const UploadNotices = ({ openNode }: { openNode: string | null }) => {
  const { t } = useTranslation('course-builder')
  const { state } = useBuilder()
  const isOffScreen = (slot: UploadSlot) => {
    const key = itemKeyOf(slot)
    return openNode !== (key === null ? 'settings' : `item-${key}`) || !hasFileChooser(state.document, slot)
  }
  const running = useUploads().filter((entry) => entry.state.phase !== 'done' && isOffScreen(entry.slot))
  const interrupted = useInterruptedUploads().filter((line) => isOffScreen(line.place))
  if (running.length + interrupted.length === 0) return null
  return (
    <section aria-label={t('upload.elsewhere')} className="mb-4 flex flex-col gap-2">
      {running.map((entry) => (
        <UploadNotice key={entry.slot} entry={entry} />
      ))}
      {interrupted.map((line) => (
        <InterruptedUploadNotice key={line.upload_id} line={line} location={<SlotLink slot={line.place} />} />
      ))}
    </section>
  )
}

const UploadNotice = ({ entry }: { entry: UploadEntry }) => {
  const { t } = useTranslation('course-builder')
  const { name, state, slot } = entry
  return (
    <div className="flex flex-col gap-1 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <SlotLink slot={slot} />
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

/** Links to the node that a slot belongs to. */
const SlotLink = ({ slot }: { slot: UploadSlot }) => {
  const { t } = useTranslation('course-builder')
  const { state, editorPath } = useBuilder()
  const key = itemKeyOf(slot)
  const found = key === null ? null : findNode(state.document, 'item', key)
  if (key !== null && !found) return null
  const title = found ? found.node.title || t('outline.untitled') : t('settings.title')
  return (
    <Link
      to={editorPath(key === null ? null : { kind: 'item', key })}
      className="inline-flex min-h-11 max-w-full items-center text-primary-text underline"
    >
      <bdi className="truncate">{title}</bdi>
    </Link>
  )
}
