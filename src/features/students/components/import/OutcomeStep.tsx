import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ImportState, StudentImport } from '#contract/students/imports.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { importKeys, undo } from '../../api/imports.queries.ts'
import { ErrorFile } from './ErrorFile.tsx'
import { ImportRows } from './ImportRows.tsx'

const KINDS: Partial<Record<ImportState, 'error' | 'warning' | 'info'>> = {
  failed: 'error',
  stopped: 'warning',
  undone: 'info',
}

/** What came of an import, row by row, and the way back. */
export const OutcomeStep = ({ file }: { file: StudentImport }) => {
  const { t } = useTranslation('students/import')
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="flex flex-col gap-6">
      <Alert kind={KINDS[file.state] ?? 'success'} title={t(`outcome.${file.state}`)}>
        {(file.state === 'failed' || file.state === 'stopped') && `${t(`outcome.${file.state}Text`)} `}
        {file.undo_until !== null &&
          t('outcome.undoUntil', { time: formatDate(file.undo_until, language, { time: true }) })}
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Link to={adminPaths.students} className={buttonClass({ className: 'max-sm:w-full' })}>
          {t('outcome.students')}
        </Link>
        <ErrorFile file={file} />
        {file.undo_until !== null && (
          <Button variant="secondary" className="max-sm:w-full" onClick={() => setAsking(true)}>
            {t('outcome.undo')}
          </Button>
        )}
      </div>
      <ImportRows file={file} />
      {isAsking && <UndoDialog file={file} onClose={() => setAsking(false)} />}
    </div>
  )
}

const UndoDialog = ({ file, onClose }: { file: StudentImport; onClose: () => void }) => {
  const { t } = useTranslation('students/import')
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => undo(file.id),
    onSuccess: (next) => {
      queries.setQueryData(importKeys.one(file.id), next)
      onClose()
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
  })
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('undo.title')}
      description={t('undo.text')}
      closeLabel={t('undo.cancel')}
      actions={
        <>
          <Button variant="danger" pending={isPending} onClick={() => mutate()}>
            {t('undo.submit')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('undo.cancel')}
          </Button>
        </>
      }
    />
  )
}
