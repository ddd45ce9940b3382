import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { learningHomeQuery } from '../../api/learning-home.queries.ts'
import { dayPart, firstName } from '../../model/day-part.ts'

/** The heading of the learning home, which greets by the time of day. */
export const Greeting = ({ hour }: { hour: number }) => {
  const { t } = useTranslation('courses')
  const name = firstName(useAppSelector(selectUser).full_name)
  const home = useQuery(learningHomeQuery())
  const part = dayPart(hour)
  const title = name ? t(`home.${part}`, { name }) : t(`home.${part}Plain`)
  const isNewLearner = home.data?.overall.enrolled_courses === 0
  return <PageHeader title={title} text={t(isNewLearner ? 'home.introNew' : 'home.intro')} />
}
