import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'
import { useExportCourse } from '../../api/package.mutations.ts'
import { useBuilder } from '../../hooks/use-builder.ts'

/** Exports the course as one file, prepared when the dialog opens and downloaded by the browser. */
export const ExportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('course-builder/import')
  const { courseId, editing } = useBuilder()
  const { mutate, data, error, isPending } = useExportCourse(courseId, editing.settled)
  useEffect(() => mutate(), [mutate])
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('package.export.title')}
      description={t('package.export.text')}
      closeLabel={t('close')}
    >
      {isPending && (
        <p role="status" className="flex items-center gap-3">
          <Spinner size={20} /> {t('package.export.preparing')}
        </p>
      )}
      {error && (
        <Alert
          kind="error"
          title={t('failed')}
          action={
            <Button size="sm" variant="secondary" onClick={() => mutate()}>
              {t('package.export.download')}
            </Button>
          }
        >
          {errorText(error, t('failedHint'))}
        </Alert>
      )}
      {data && (
        <div className="flex flex-col items-start gap-4">
          {data.missing.length > 0 && (
            <Alert kind="warning" className="w-full">
              {t('package.export.missing', { count: data.missing.length })}
            </Alert>
          )}
          <p role="status">{t('package.export.ready')}</p>
          <a href={data.url} download={data.name} className={buttonClass({})}>
            {t('package.export.download')}
          </a>
        </div>
      )}
    </Dialog>
  )
}
