import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  pipelineStates,
  type PipelineState,
  type StaffApplication,
} from '#contract/job-applications/pipeline.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { openedQuery, recruitingKeys } from '../api/recruiting.queries.ts'
import { ApplicationDetails } from './ApplicationDetails.tsx'
import { History } from './History.tsx'
import { NoteForm } from './NoteForm.tsx'
import { RatingLine } from './RatingLine.tsx'

type Props = {
  applicationId: number | null
  onClose: () => void
  onMove: (id: number, to: PipelineState) => void
}

/** One application beside the board. */
export const ApplicationSheet = ({ applicationId, onClose, onMove }: Props) => {
  const { t } = useTranslation('recruiting')
  const { data } = useQuery({ ...openedQuery(applicationId ?? 0), enabled: applicationId !== null })
  return (
    <Sheet
      open={applicationId !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      className="sm:max-w-2xl"
      title={data ? <bdi>{data.name}</bdi> : t('application.title')}
      closeLabel={t('close')}
    >
      {applicationId !== null && <Opened key={applicationId} applicationId={applicationId} onMove={onMove} />}
    </Sheet>
  )
}

const Opened = ({ applicationId, onMove }: { applicationId: number; onMove: Props['onMove'] }) => {
  const { t } = useTranslation('recruiting')
  const { data, error, refetch } = useQuery(openedQuery(applicationId))
  const cache = useQueryClient()
  const state = data?.state
  // Opening moved a new application on: the board shows it too.
  useEffect(() => {
    if (state === 'viewed') void cache.invalidateQueries({ queryKey: [...recruitingKeys.all, 'board'] })
  }, [cache, state])
  if (data) return <Application application={data} onMove={onMove} />
  if (!error) return <SkeletonText lines={10} />
  return (
    <EmptyState
      role="alert"
      illustration="error"
      title={errorText(error, t('application.failed'))}
      action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
    />
  )
}

const Application = ({ application, onMove }: { application: StaffApplication; onMove: Props['onMove'] }) => {
  const { t } = useTranslation('recruiting')
  const language = useLanguage()
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        {application.state === 'withdrawn' ? (
          <p className="text-ink-muted">{t('application.withdrawn')}</p>
        ) : (
          <Field label={t('application.state')} className="w-56">
            {(control) => (
              <Select
                {...control}
                value={application.state as PipelineState}
                options={pipelineStates.map((value) => ({ value, label: t(`states.${value}`) }))}
                onChange={(to) => onMove(application.id, to)}
              />
            )}
          </Field>
        )}
        <RatingLine application={application} />
      </div>
      <p className="text-sm text-ink-muted">
        {t('application.applied', { date: formatDate(application.applied_at, language, { time: true }) })}
      </p>
      <ApplicationDetails application={application} />
      <NoteForm applicationId={application.id} />
      <History events={application.events} />
    </div>
  )
}
