import { useSearchParams } from 'react-router-dom'
import { NewAssessmentPage, AssessmentPage } from '../components/authoring/AssessmentPages.tsx'
import { AuthoredList } from '../components/authoring/AuthoredList.tsx'
import { parseId } from '#src/shared/lib/parse-id.ts'

/** /admin/assessments: the list, one assessment (`?assessment=3`) or a new one (`?assessment=new`). */
export const AssessmentsPage = () => {
  const [searchParams] = useSearchParams()
  const assessment = searchParams.get('assessment')
  const id = parseId(assessment)
  return (
    <>
      {id !== null ? (
        <AssessmentPage key={id} assessmentId={id} />
      ) : assessment === 'new' ? (
        <NewAssessmentPage />
      ) : (
        <AuthoredList />
      )}
    </>
  )
}
