import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { StudentImport } from '#contract/students/imports.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { discard, importKeys, run } from '../../api/imports.queries.ts'
import { importLink, NEW_IMPORT } from '../../model/import.ts'
import { ErrorFile } from './ErrorFile.tsx'
import { ImportRows } from './ImportRows.tsx'

type Props = { file: StudentImport; onMapping: () => void }

/** What the file would do; then the good rows are imported, or nothing is. */
export const DryRunStep = ({ file, onMapping }: Props) => {
  const { t } = useTranslation('students/import')
  const queries = useQueryClient()
  const [sends, setSends] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => run(file.id, sends),
    onSuccess: (next) => queries.setQueryData(importKeys.one(file.id), next),
  })
  const good = file.rows.new + file.rows.changed
  return (
    <div className="flex flex-col gap-6">
      {good === 0 && file.rows.wrong === 0 ? (
        <Alert kind="success" title={t('dryRun.nothing')}>
          {t('dryRun.nothingText')}
        </Alert>
      ) : (
        <Alert kind={file.rows.wrong > 0 ? 'warning' : 'info'} title={t('dryRun.title')}>
          {t(file.rows.wrong > 0 ? 'dryRun.textWrong' : 'dryRun.text')}
        </Alert>
      )}
      {error && <Alert kind="error">{errorText(error, t('failed'))}</Alert>}
      <div className="flex flex-col gap-2">
        {file.rows.new > 0 && (
          <Checkbox
            label={t('dryRun.invite')}
            hint={t('dryRun.inviteHint')}
            checked={sends}
            onChange={(event) => setSends(event.target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            pending={isPending}
            disabled={good === 0}
            className="max-sm:w-full"
            onClick={() => mutate()}
          >
            {t('dryRun.submit', { count: good })}
          </Button>
          <Button variant="secondary" className="max-sm:w-full" onClick={onMapping}>
            {t('dryRun.mapping')}
          </Button>
          <ErrorFile file={file} />
          <Discard file={file} />
        </div>
      </div>
      <ImportRows file={file} />
    </div>
  )
}

const Discard = ({ file }: { file: StudentImport }) => {
  const { t } = useTranslation('students/import')
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => discard(file.id),
    onSuccess: () => {
      queries.removeQueries({ queryKey: importKeys.one(file.id) })
      notify({ kind: 'success', title: t('dryRun.discarded') })
      void navigate(importLink(NEW_IMPORT))
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
  })
  return (
    <Button variant="ghost" className="max-sm:w-full" pending={isPending} onClick={() => mutate()}>
      {t('dryRun.discard')}
    </Button>
  )
}
