import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StudentImport } from '#contract/students/imports.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { importKeys, importQuery, isWorking, stop } from '../../api/imports.queries.ts'
import { importLink, NEW_IMPORT } from '../../model/import.ts'
import { DryRunStep } from './DryRunStep.tsx'
import { MappingStep } from './MappingStep.tsx'
import { OutcomeStep } from './OutcomeStep.tsx'

/** One import. Its address can be closed and opened again: the server goes on by itself. */
export const ImportPage = ({ id }: { id: string }) => {
  const { t } = useTranslation('students/import')
  const language = useLanguage()
  const file = useQuery(importQuery(id))
  const { data } = file
  return (
    <>
      <PageHeader
        above={<BackLink to={importLink(NEW_IMPORT)}>{t('all')}</BackLink>}
        title={data ? <bdi className="wrap-anywhere">{data.file_name}</bdi> : t('title')}
        {...(data && {
          text: (
            <>
              {t('rowCount', { count: data.total })} · {formatDate(data.made_at, language, { time: true })}
              {data.made_by !== null && (
                <>
                  {' · '}
                  <bdi>{data.made_by}</bdi>
                </>
              )}
            </>
          ),
        })}
      />
      {data ? (
        <Step file={data} />
      ) : file.isError ? (
        <FailedPage
          say={(key) => t(`load.${key}`)}
          error={file.error}
          missing={t('load.missing')}
          pending={file.isFetching}
          onRetry={() => void file.refetch()}
        />
      ) : (
        <div role="status" aria-busy="true">
          <span className="sr-only">{t('load.loading')}</span>
          <Skeleton className="h-64 rounded-xl" />
        </div>
      )}
    </>
  )
}

const Step = ({ file }: { file: StudentImport }) => {
  const [isMapping, setMapping] = useState(false)
  if (isWorking(file.state)) return <Working file={file} />
  if (file.state === 'uploaded' || (file.state === 'checked' && isMapping))
    return <MappingStep file={file} onChecked={() => setMapping(false)} />
  if (file.state === 'checked') return <DryRunStep file={file} onMapping={() => setMapping(true)} />
  return <OutcomeStep file={file} />
}

const Working = ({ file }: { file: StudentImport }) => {
  const { t } = useTranslation('students/import')
  const language = useLanguage()
  const { mutate, isPending } = useStop(file.id)
  const { done, of } = file.step
  const numbers = { done: formatNumber(done, language), of: formatNumber(of, language) }
  return (
    <Card className="flex max-w-reading flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold text-ink">{t(`working.${file.state}`)}</h2>
        {file.state !== 'undoing' && (
          <Button size="sm" variant="secondary" pending={isPending} onClick={() => mutate()}>
            {t('working.stop')}
          </Button>
        )}
      </div>
      <Progress
        label={t(`working.${file.state}`)}
        value={of === 0 ? 0 : (done / of) * 100}
        valueText={t('working.rows', numbers)}
      />
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-muted">
        <span className="tabular-nums">{t('working.rows', numbers)}</span>
        <span>{t('working.leave')}</span>
      </p>
    </Card>
  )
}

const useStop = (id: string) => {
  const { t } = useTranslation('students/import')
  const notify = useNotify()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => stop(id),
    onSuccess: (next) => queries.setQueryData(importKeys.one(id), next),
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
  })
}
