import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import type { Roadmap } from '#contract/assessments/results.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { paths } from '#src/core/paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { roadmapQuery } from '../api/assessments.queries.ts'
import { LoadError } from '../components/LoadError.tsx'
import { LoadingPage } from '../components/LoadingPage.tsx'
import { ProgrammePrices } from '../components/result/roadmap/ProgrammePrices.tsx'
import { ScholarshipSteps } from '../components/result/roadmap/ScholarshipSteps.tsx'
import { stagePages } from '../components/result/roadmap/stage-pages.ts'
import { Stage } from '../components/result/roadmap/Stage.tsx'
import { said } from '../model/labels.ts'
import { currentStageOf } from '../model/roadmap.ts'

const ID = /^[1-9]\d{0,9}$/

/** /roadmap/{assessmentId}: the stages from the result to a placement, with reasons. */
export const RoadmapPage = () => {
  const { assessmentId = '' } = useParams()
  const { t } = useTranslation('assessments/result')
  const isValidId = ID.test(assessmentId)
  const roadmap = useQuery({ ...roadmapQuery(Number(assessmentId)), enabled: isValidId })
  const isMissing = !isValidId || (isApiError(roadmap.error) && roadmap.error.status === 404)
  if (isMissing)
    return (
      <EmptyState
        as="h1"
        illustration="path"
        title={t('roadmap.none')}
        text={t('roadmap.noneText')}
        action={
          <Link to={paths.assessments} className={buttonClass()}>
            {t('back')}
          </Link>
        }
      />
    )
  if (roadmap.data) return <RoadmapView roadmap={roadmap.data} />
  if (roadmap.error) return <LoadError error={roadmap.error} onRetry={() => void roadmap.refetch()} />
  return <LoadingPage />
}

const RoadmapView = ({ roadmap }: { roadmap: Roadmap }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { assessment, stages } = roadmap
  const current = currentStageOf(stages, (stage) => stagePages(stage).length > 0)
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        above={<BackLink to={paths.assessmentResult(roadmap.attempt_id)}>{t('review.back')}</BackLink>}
        title={t('roadmap.title')}
        text={<bdi>{said(assessment.title, language, assessment.main_language)}</bdi>}
      />
      <ScholarshipSteps roadmap={roadmap} />
      <ProgrammePrices roadmap={roadmap} />
      <ol className="flex flex-col">
        {stages.map((stage, index) => (
          <Stage
            key={stage.kind}
            stage={stage}
            number={index + 1}
            isCurrent={index === current}
            isLast={index === stages.length - 1}
            mainLanguage={assessment.main_language}
          />
        ))}
      </ol>
    </div>
  )
}
