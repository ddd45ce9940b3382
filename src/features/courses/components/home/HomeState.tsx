import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LearningHome } from '#contract/courses/learning-home.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { learningHomeQuery } from '../../api/learning-home.queries.ts'

type Props = { skeleton: ReactNode; children: (home: LearningHome) => ReactNode }

/** The skeleton and error of one block of the home; cached data stays visible when a refetch fails. */
export const HomeState = ({ skeleton, children }: Props) => {
  const { t } = useTranslation('courses')
  const home = useQuery(learningHomeQuery())
  if (home.data) return children(home.data)
  if (home.isError)
    return (
      <Alert
        kind="error"
        title={t('home.error')}
        action={
          <Button size="sm" variant="secondary" pending={home.isFetching} onClick={() => void home.refetch()}>
            {t('home.retry')}
          </Button>
        }
      />
    )
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{t('home.loading')}</span>
      {skeleton}
    </div>
  )
}
