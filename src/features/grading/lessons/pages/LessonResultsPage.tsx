import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { adminPaths } from '#src/core/admin-paths.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { LessonList } from '../components/LessonList.tsx'
import { LessonResults } from '../components/LessonResults.tsx'

const ID = /^[1-9]\d{0,9}$/

/** /admin/grading/lessons: interactive lessons, or the learners of one. The URL holds the state. */
export const LessonResultsPage = () => {
  const { t } = useTranslation('grading/lessons')
  const [address] = useSearchParams()
  const item = address.get('item') ?? ''
  if (ID.test(item)) return <LessonResults key={item} itemId={Number(item)} />
  return (
    <>
      <Link
        to={adminPaths.grading}
        className="inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
      >
        {t('toGrading')}
      </Link>
      <PageHeader title={t('title')} text={t('intro')} />
      <LessonList />
    </>
  )
}
