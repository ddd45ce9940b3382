import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import type { AssessmentCard } from '#contract/assessments/assessments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { assessmentListQuery } from '../api/assessments.queries.ts'
import { PhoneForm } from '../components/start/PhoneForm.tsx'
import { LoadError } from '../components/LoadError.tsx'
import { LoadingPage } from '../components/LoadingPage.tsx'
import { useReferral } from '../components/start/use-referral.ts'
import { said } from '../model/labels.ts'

const ID = /^[1-9]\d{0,9}$/

/**
 * /assessment/phone-verification[/{ref}]: verifies the phone number before the instructions. Without
 * `?assessment=` it picks the first assessment that needs a number.
 */
export const PhonePage = () => {
  const { ref } = useParams()
  const [searchParams] = useSearchParams()
  const list = useQuery(assessmentListQuery())
  if (list.error) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingPage />
  const requestedId = searchParams.get('assessment') ?? ''
  const cards = list.data.results.filter((card) => card.phone_verification)
  const card = ID.test(requestedId)
    ? cards.find(({ id }) => id === Number(requestedId))
    : (cards.find(({ actions }) => actions.includes('start')) ??
      cards.find(({ actions }) => actions.includes('continue')))
  if (!card) return <Navigate to={paths.assessments} replace />
  return <PhoneCheck key={card.id} card={card} refInAddress={ref ?? searchParams.get('ref')} />
}

const PhoneCheck = ({ card, refInAddress }: { card: AssessmentCard; refInAddress: string | null }) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const referral = useReferral(card.id, refInAddress)
  return (
    <div data-undisturbed="" className="mx-auto max-w-lg">
      <PageHeader
        above={<BackLink to={paths.assessments}>{t('problem.back')}</BackLink>}
        title={t('phone.title')}
        text={t('phone.intro', { title: said(card.title, language, card.main_language) })}
      />
      <Card>
        <PhoneForm assessmentId={card.id} next={paths.assessment(card.id, referral)} />
      </Card>
    </div>
  )
}
