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
import { discardStopped, finishStopped } from '../api/upload-file.ts'
import { useBuilder } from '../hooks/use-builder.ts'
import { useStopped } from '../hooks/use-uploads.ts'
import type { Place } from '../model/upload-slots.ts'

/** Files for a place that a crash or a closed page cut off, each with its ways on. */
export const StoppedUploads = ({ place }: { place: Place }) =>
  useStopped()
    .filter((line) => line.place === place)
    .map((line) => <Stopped key={line.upload_id} line={line} />)

type Props = {
  line: StoppedUpload
  /** Where it belongs, when that is not where this stands. */
  at?: ReactNode
}

/** One file that stopped: how far it came, how it goes on, until when it is kept. */
export const Stopped = ({ line, at }: Props) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  const { courseId, desk } = useBuilder()
  const discard = useDiscard(courseId)
  const { name, offset, size, place, kind, fingerprint } = line
  const whole = offset >= size
  const percent = formatNumber(Math.floor((offset / size) * 100), language)
  const date = formatDate(line.gone_at, language)
  return (
    <Alert
      kind="warning"
      title={t(whole ? 'upload.arrived' : 'upload.stopped', { name, percent })}
      action={
        <span className="flex flex-wrap gap-2">
          {whole && (
            <Button
              size="sm"
              onClick={() =>
                desk.start({ place, kind, name, fingerprint }, (onState) =>
                  finishStopped(courseId, line, onState),
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
      {at && <p>{at}</p>}
      {t(whole ? 'upload.arrivedHint' : 'upload.stoppedHint', { date })}
    </Alert>
  )
}

const useDiscard = (courseId: number) => {
  const { t } = useTranslation('course-builder')
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: (uploadId: string) => discardStopped(courseId, uploadId),
    onSuccess: () => client.invalidateQueries({ queryKey: builderKeys.uploads(courseId) }),
    onError: (error) =>
      notify({ kind: 'error', title: t('failed.title'), message: errorText(error, t('failed.again')) }),
  })
}
