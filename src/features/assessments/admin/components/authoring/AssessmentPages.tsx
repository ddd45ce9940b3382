import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { AssessmentSettings, AuthoredAssessment } from '#contract/assessments/admin/authoring.ts'
import type { BankTopic } from '#contract/question-bank/question-bank.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { authoredQuery, useCreateAssessment, useSaveAssessment } from '../../api/authoring.queries.ts'
import { useQuestionBank } from '../../model/question-bank.ts'
import { assessmentFormOf, newAssessment } from '../../model/assessment-form.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { AssessmentEditor } from './AssessmentEditor.tsx'
import { StaffCard } from '../staff/StaffCard.tsx'
import { StatusCard } from './StatusCard.tsx'

const BackToList = () => {
  const { t } = useTranslation('assessments/admin/authoring')
  return <BackLink to={adminPaths.assessments}>{t('edit.back')}</BackLink>
}

export const AssessmentPage = ({ assessmentId }: { assessmentId: number }) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { local } = useLocalized()
  const assessment = useQuery(authoredQuery(assessmentId))
  const topics = useQuestionBank().useTopics()
  const { data } = assessment
  const titles = data
    ? Object.fromEntries(Object.entries(data.settings.texts).map(([each, { title }]) => [each, title]))
    : {}
  return (
    <>
      <PageHeader
        above={<BackToList />}
        title={data ? <bdi>{local(titles, data.settings.language)}</bdi> : t('edit.title')}
      />
      {data && topics.data ? (
        <EditAssessment assessment={data} topics={topics.data} />
      ) : assessment.isError || topics.isError ? (
        <FailedPage
          say={(key) => t(`${key === 'retry' ? '' : 'page.'}${key}`)}
          error={assessment.error ?? topics.error}
          missing={t('edit.missing')}
          pending={assessment.isFetching || topics.isFetching}
          onRetry={() => void Promise.all([assessment.refetch(), topics.refetch()])}
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

type EditProps = { assessment: AuthoredAssessment; topics: readonly BankTopic[] }

const EditAssessment = ({ assessment, topics }: EditProps) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const notify = useNotify()
  const save = useSaveAssessment(assessment.id)
  const [editedRevision, setEditedRevision] = useState(assessment.revision)
  // Activating the assessment also increments the revision, but does not conflict with the draft.
  const [knownSettings, setKnownSettings] = useState(JSON.stringify(assessment.settings))
  const areSettingsUnchanged = JSON.stringify(assessment.settings) === knownSettings
  const hasNewerVersion = assessment.revision !== editedRevision && !areSettingsUnchanged && !save.isPending
  const send = (settings: AssessmentSettings, settle: () => void) =>
    save.mutate(
      { ...settings, revision: areSettingsUnchanged ? assessment.revision : editedRevision },
      {
        onSuccess: (saved) => {
          setEditedRevision(saved.revision)
          setKnownSettings(JSON.stringify(saved.settings))
          settle()
          notify({ kind: 'success', title: t('edit.saved') })
        },
      },
    )
  const acceptNewer = () => {
    setEditedRevision(assessment.revision)
    setKnownSettings(JSON.stringify(assessment.settings))
  }
  return (
    <div className="flex flex-col gap-6">
      <StatusCard assessment={assessment} topics={topics} />
      <StaffCard assessmentId={assessment.id} />
      <AssessmentEditor
        name={`assessment-${assessment.id}`}
        initial={assessmentFormOf(assessment)}
        topics={topics}
        pending={save.isPending}
        error={save.error}
        submitLabel={t('edit.save')}
        onSave={send}
        {...(hasNewerVersion ? { onConflictSeen: acceptNewer } : {})}
      />
    </div>
  )
}

export const NewAssessmentPage = () => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { language } = useLocalized()
  const navigate = useNavigate()
  const topics = useQuestionBank().useTopics()
  const create = useCreateAssessment()
  const [lastSent, setLastSent] = useState({ body: '', key: crypto.randomUUID() })
  const send = (settings: AssessmentSettings, settle: () => void) => {
    // A repeated submit of the same settings keeps its idempotency key, so that it creates one assessment.
    const body = JSON.stringify(settings)
    const key = body === lastSent.body ? lastSent.key : crypto.randomUUID()
    setLastSent({ body, key })
    create.mutate(
      { ...settings, idempotency_key: key },
      {
        onSuccess: ({ id }) => {
          settle()
          void navigate(`${adminPaths.assessments}?assessment=${id}`, { replace: true })
        },
      },
    )
  }
  return (
    <>
      <PageHeader above={<BackToList />} title={t('edit.newTitle')} text={t('edit.newText')} />
      {topics.data ? (
        <AssessmentEditor
          name="assessment-new"
          initial={newAssessment(language)}
          topics={topics.data}
          pending={create.isPending}
          error={create.error}
          submitLabel={t('edit.create')}
          onSave={send}
        />
      ) : topics.isError ? (
        <FailedPage
          say={(key) => t(`${key === 'retry' ? '' : 'page.'}${key}`)}
          error={topics.error}
          missing={t('edit.missing')}
          pending={topics.isFetching}
          onRetry={() => void topics.refetch()}
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

const Loading = () => {
  const { t } = useTranslation('assessments/admin/authoring')
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{t('edit.loading')}</span>
      <Skeleton className="h-24 rounded-xl" />
      <Skeleton className="h-96 rounded-xl" />
    </div>
  )
}
