import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoppedUpload } from '#contract/course-builder/interrupted-uploads.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { builderKeys } from '../api/builder.queries.ts'
import { discardInterruptedUpload, finishInterruptedUpload } from '../api/upload-file.ts'
import { useBuilder } from '../hooks/use-builder.ts'
import { useInterruptedUploads } from '../hooks/use-uploads.ts'
import type { UploadSlot } from '../model/upload-slots.ts'

/** The uploads of a slot that a crash or a closed page interrupted. */
export const InterruptedUploads = ({ slot }: { slot: UploadSlot }) =>
  useInterruptedUploads()
    .filter((line) => line.place === slot)
    .map((line) => <InterruptedUploadNotice key={line.upload_id} line={line} />)

type Props = {
  line: StoppedUpload
  /** A link to its slot, if the notice is shown elsewhere. */
  location?: ReactNode
}

/** One interrupted upload: how far it came, how to continue it, and until when it is kept. */
export const InterruptedUploadNotice = ({ line, location }: Props) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  const { courseId, uploadQueue } = useBuilder()
  const discard = useDiscard(courseId)
  const { name, offset, size, place: slot, kind, fingerprint } = line
  const isComplete = offset >= size
  const percent = formatNumber(Math.floor((offset / size) * 100), language)
  const date = formatDate(line.gone_at, language)
  return (
    <Alert
      kind="warning"
      title={t(isComplete ? 'upload.arrived' : 'upload.stopped', { name, percent })}
      action={
        <span className="flex flex-wrap gap-2">
          {isComplete && (
            <Button
              size="sm"
              onClick={() =>
                uploadQueue.start({ slot, kind, name, fingerprint }, (onState) =>
                  finishInterruptedUpload(courseId, line, onState),
                )
              }
            >
              {t('upload.use')}
            </Button>
          )}
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('upload.discardName', { name })}
            pending={discard.isPending}
            onClick={() => discard.mutate(line.upload_id)}
          >
            {t('upload.discard')}
          </Button>
        </span>
      }
    >
      {location && <p>{location}</p>}
      {t(isComplete ? 'upload.arrivedHint' : 'upload.stoppedHint', { date })}
    </Alert>
  )
}

const useDiscard = (courseId: number) => {
  const { t } = useTranslation('course-builder')
  const queryClient = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: (uploadId: string) => discardInterruptedUpload(courseId, uploadId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: builderKeys.uploads(courseId) }),
    onError: (error) =>
      notify({ kind: 'error', title: t('failed.title'), message: errorText(error, t('failed.again')) }),
  })
}
