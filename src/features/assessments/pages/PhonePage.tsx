import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { assessmentListQuery } from '../api/assessments.queries.ts'
import { PhoneForm } from '../components/start/PhoneForm.tsx'
import { Problem } from '../components/Problem.tsx'
import { Waiting } from '../components/Waiting.tsx'
import { said } from '../model/labels.ts'

const ID = /^[1-9]\d{0,9}$/

/**
 * /assessment/phone-verification[/{ref}]: the number comes before the instructions. `?assessment=` says of which one;
 * a link without it means the one that waits for a number.
 */
export const PhonePage = () => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const { ref = null } = useParams()
  const [address] = useSearchParams()
  const list = useQuery(assessmentListQuery())
  if (list.error) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <Waiting />
  const asked = address.get('assessment') ?? ''
  const cards = list.data.results.filter((card) => card.phone_verification)
  const card = ID.test(asked)
    ? cards.find(({ id }) => id === Number(asked))
    : (cards.find(({ actions }) => actions.includes('start')) ??
      cards.find(({ actions }) => actions.includes('continue')))
  if (!card) return <Navigate to={paths.assessments} replace />
  return (
    <div data-undisturbed="" className="mx-auto max-w-lg">
      <PageHeader
        above={
          <Link to={paths.assessments} className="text-primary-text hover:underline">
            {t('problem.back')}
          </Link>
        }
        title={t('phone.title')}
        text={t('phone.intro', { title: said(card.title, language, card.main_language) })}
      />
      <Card>
        <PhoneForm assessmentId={card.id} next={paths.assessment(card.id, ref)} />
      </Card>
    </div>
  )
}
